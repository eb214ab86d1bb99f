/** A scheme that cannot work, or a question about a kind that it does not know. */
export class SchemeError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'SchemeError';
    this.faults = faults;
  }
}
