import { type CelType, wellKnownTypes } from '../values/type.ts';

export function runtimeName(type: CelType): string {
  return type.nullable ? `wrapper(${type.name})` : type.name;
}

/** The message of protocol buffers that a type is made by, if it has one. */
export function messageName(type: CelType): string | undefined {
  switch (type.kind) {
    case 'any':
    case 'timestamp':
    case 'duration':
      return type.name;
    case 'dyn':
      return 'google.protobuf.Value';
    case 'null':
      return 'google.protobuf.NullValue';
    case 'list':
      return type === wellKnownTypes.get('google.protobuf.ListValue') ? 'google.protobuf.ListValue' : undefined;
    case 'map':
      return type === wellKnownTypes.get('google.protobuf.Struct') ? 'google.protobuf.Struct' : undefined;
    default:
      return type.nullable ? wrapperNames[type.kind] : undefined;
  }
}

const wrapperNames: Readonly<Record<string, string>> = {
  bool: 'google.protobuf.BoolValue',
  bytes: 'google.protobuf.BytesValue',
  double: 'google.protobuf.DoubleValue',
  int: 'google.protobuf.Int64Value',
  string: 'google.protobuf.StringValue',
  uint: 'google.protobuf.UInt64Value',
};
