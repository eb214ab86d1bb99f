import { CelType } from '../values/type.ts';
import { Optional, typeOf, type Value } from '../values/value.ts';

const names: Readonly<Record<string, string>> = {
  bool: 'types.Bool',
  bytes: 'types.Bytes',
  double: 'types.Double',
  duration: 'types.Duration',
  int: 'types.Int',
  list: '*types.baseList',
  map: '*types.baseMap',
  null: 'types.Null',
  string: 'types.String',
  timestamp: 'types.Timestamp',
  uint: 'types.Uint',
};

/** The name of a value's type in Go, which some messages show. */
export function goTypeName(value: Value): string {
  if (value instanceof CelType) return '*types.Type';
  if (value instanceof Optional) return '*types.Optional';
  const type = typeOf(value);
  return names[type.kind] ?? type.name;
}
