export const NO_GENERICS = 'generic types cannot be described; write out the interface with its types';
export const refusals: { readonly [kind: string]: string } = {
  ConditionalType: 'conditional types cannot be described; write the interface that is meant',
  MappedType: 'mapped types cannot be described; write Record<string, T>, or an interface with its fields',
  IndexedAccessType:
    'the type of a field needs a name of its own; write an interface or type and name it at both places',
  TypeQuery: 'typeof cannot be described; write the type',
  FunctionType: 'a function is no data; remove it',
  TupleType: 'a list has items of one type; write T[], or an interface with a field for each',
  TemplateLiteralType: 'a text with a pattern is a string; write string with @pattern',
  IntersectionType: 'an intersection needs a name of its own; write interface X extends A, B',
  SymbolKeyword: 'a symbol is no data; write string',
  NeverKeyword: 'there is no value of the type never; remove the field',
  ImportType: 'write an import at the top of the file, and the name here',
};

export const globals: { readonly [name: string]: string } = {
  Date: "JSON has no dates; write Time (import type { Time } from 'pinnace/types/meta/v1')",
  Map: 'JSON has no maps; write Record<string, T>',
  Set: 'JSON has no sets; write T[] with @listType set',
  Uint8Array: "JSON has no bytes; write Bytes (import type { Bytes } from 'pinnace/types/meta/v1')",
  Partial: 'write the interface out, with its fields optional',
  Required: 'write the interface out, with its fields required',
  Pick: 'write the interface out, with the fields that are meant',
  Omit: 'write the interface out, with the fields that are meant',
};
