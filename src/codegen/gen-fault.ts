import type { Place } from './model.ts';

/** A mistake in the user's types or tags: where it is, what it is, and what to write instead. */
export interface GenFault {
  readonly place: Place;
  readonly message: string;
}

/** All mistakes of a run at once. */
export class GenError extends Error {
  readonly faults: readonly GenFault[];

  constructor(faults: readonly GenFault[]) {
    super(faults.map(faultText).join('\n'));
    this.name = 'GenError';
    this.faults = faults;
  }
}

/** `api/frob/v1/types.ts:12:3: …`, as editors and terminals understand it. */
const faultText = ({ place: { file, line, column }, message }: GenFault): string =>
  `${file}:${line}:${column}: ${message}`;
