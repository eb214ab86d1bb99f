import { indexOf, listAt, listSize } from '../values/lists.ts';
import { mapFind } from '../values/maps.ts';
import { goText } from '../values/text.ts';
import { CelError, isList, isMap, ListValue, StructValue, type Value } from '../values/value.ts';

/** What a presence test returns for something that is not there. */
export const absent = Symbol('absent');

function noSuchKey(key: Value): CelError {
  return new CelError(`no such key: ${goText(key)}`);
}

/** The field, element or value that a key means; a failure if there is none. */
export function qualify(object: Value, key: Value): Value {
  if (object instanceof StructValue) return fieldOf(object, key);
  const found = qualifyIfPresent(object, key);
  if (found !== absent) return found;
  return isList(object) ? new CelError(`index out of bounds: ${goText(key)}`) : noSuchKey(key);
}

/** Like `qualify`, but what is not there is `absent`. */
export function qualifyIfPresent(object: Value, key: Value): Value | typeof absent {
  if (isMap(object)) {
    const found = mapFind(object, key);
    return found === undefined ? absent : found;
  }
  if (isList(object)) {
    const index = indexOf(key);
    if (index instanceof CelError) return index;
    if (index < 0 || index >= listSize(object)) return absent;
    return (object instanceof ListValue ? object.wrongIndex?.(key) : undefined) ?? listAt(object, index);
  }
  if (object instanceof CelError) return object;
  return object instanceof StructValue ? fieldIfSet(object, key) : absent;
}

function fieldIfSet(object: StructValue, key: Value): Value | typeof absent {
  if (typeof key !== 'string') return new CelError('no such overload');
  const isSet = object.isSet(key);
  if (isSet instanceof CelError) return isSet;
  return isSet ? (object.find(key) as Value) : absent;
}

/** A field of an object that is not set has the default of its type. */
function fieldOf(object: StructValue, key: Value): Value {
  if (typeof key !== 'string') return new CelError('no such overload');
  const value = object.find(key);
  return value === undefined ? new CelError(`no such field '${key}'`) : value;
}
