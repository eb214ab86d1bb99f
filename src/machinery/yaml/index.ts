export { parseYaml } from './parse.ts';
export { toYaml } from './write.ts';
