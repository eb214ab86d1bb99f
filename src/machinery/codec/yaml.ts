export { parseYaml } from './yaml-parse.ts';
export { toYaml } from './yaml-write.ts';
