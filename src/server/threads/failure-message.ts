import { Unavailable } from '#apis';
import { ApiError } from '#meta';
import { Compacted, DamagedRecord, NotYet, StorageFailure, StorageFull } from '#storage';
import type { FailureMessage, Outcome } from './messages.ts';

/** Errors that somebody tells from others. On the way between threads they would lose their class. */
const knownErrors: { readonly [name: string]: { readonly prototype: Error } } = {
  ApiError,
  Unavailable,
  NotYet,
  Compacted,
  StorageFailure,
  StorageFull,
  DamagedRecord,
};

/** What came of a piece of work, fit for the way to another thread. */
export async function outcomeOf(work: () => unknown): Promise<Outcome> {
  try {
    return { value: await work() };
  } catch (error) {
    return { failure: failureMessage(error instanceof Error ? error : new Error(String(error))) };
  }
}

/** The value, or the error that it stands for. */
export function unpacked(outcome: Outcome): unknown {
  if ('value' in outcome) return outcome.value;
  throw errorOf(outcome.failure);
}

function failureMessage(error: Error): FailureMessage {
  const { name, message, stack } = error;
  const type = Object.keys(knownErrors).find((known) => knownErrors[known]?.prototype === Object.getPrototypeOf(error));
  return { type: type ?? 'Error', fields: { ...error, name, message, stack } };
}

function errorOf({ type, fields }: FailureMessage): Error {
  return Object.assign(Object.create(knownErrors[type]?.prototype ?? Error.prototype), fields);
}
