import { createRequire } from 'node:module';

type YamlLibrary = typeof import('yaml');

const load = createRequire(import.meta.url);
let library: YamlLibrary | undefined;

/** The library is loaded when somebody first sends or wants YAML: it is a tenth of all there is to load at a start. */
export function yamlLibrary(): YamlLibrary {
  library ??= load('yaml') as YamlLibrary;
  return library;
}
