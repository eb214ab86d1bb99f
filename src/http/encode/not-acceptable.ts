import { isCustom } from '#machinery';
import { ApiError } from '#meta';
import { goPackage } from '../other-kind.ts';
import type { View } from './view.ts';

/** Asking for the metadata of a list where there is one object, or the other way round. */
export function notAcceptable({ served, representation }: View, what: 'is not a list' | 'is a list'): ApiError {
  const { kind, listKind } = served.definition;
  const isList = what === 'is a list';
  const type =
    isCustom(served) && isList
      ? 'unstructured.UnstructuredList'
      : `${goPackage(served.group)}.${isList ? listKind : kind}`;
  return new ApiError({
    code: 406,
    reason: 'NotAcceptable',
    message: `you requested ${representation.as}, but the requested object ${what} (*${type})`,
  });
}
