import { parseYaml } from '#machinery';
import type { Json } from '#meta';

/** All documents of a text in YAML or JSON. */
export function yamlDocuments(text: string): readonly Json[] {
  return text
    .split(/^---(?:\s.*)?$/m)
    .filter((part) => /^\s*[^#\s]/m.test(part))
    .map((part) => parseYaml(Buffer.from(part), { duplicates: false }).value);
}
