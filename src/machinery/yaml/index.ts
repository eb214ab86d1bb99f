export { parseYaml, type YamlOptions, yamlToJson } from './parse.ts';
export { toYaml } from './write.ts';
