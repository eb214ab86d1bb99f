import { ApiError } from '#meta';
import { goPackage } from '../body.ts';
import type { View } from './view.ts';

/** Asking for the metadata of a list where there is one object, or the other way round. */
export function notAcceptable({ served, representation }: View, what: 'is not a list' | 'is a list'): ApiError {
  const { kind, listKind } = served.definition;
  const type = what === 'is a list' ? listKind : kind;
  return new ApiError({
    code: 406,
    reason: 'NotAcceptable',
    message: `you requested ${representation.as}, but the requested object ${what} (*${goPackage(served.group)}.${type})`,
  });
}
