export { parseYaml, type YamlOptions } from './parse.ts';
export { toYaml } from './write.ts';
