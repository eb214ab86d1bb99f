export { yamlLibrary } from './yaml-library.ts';
export { parseYaml } from './yaml-parse.ts';
export { toYaml } from './yaml-write.ts';
