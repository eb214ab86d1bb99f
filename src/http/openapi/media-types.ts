/** What everything that is compiled in can be read as. */
export const compiledInTypes: readonly string[] = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
];

/** What a watch of it can be read as. */
export const streamTypes: readonly string[] = [
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf;stream=watch',
];

/** Custom resources have no protobuf. */
export const customTypes: readonly string[] = ['application/json', 'application/yaml'];
