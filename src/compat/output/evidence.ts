import { toYaml } from '#machinery';
import { isJsonObject, type Json } from '#meta';
import type { Finding } from '../finding.ts';

/** Longer ones are in the JSON report. */
const MAX_LINES = 12;

/** Whole objects that show a finding. Plain values stand in its message already. */
export function evidenceText({ evidence = [] }: Finding): readonly string[] {
  const [object] = evidence;
  if (!isJsonObject(object) || object.kind === undefined) return [];
  const lines = yamlLines(object);
  return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '…'] : lines;
}

export function yamlLines(value: Json): readonly string[] {
  return toYaml(value).trimEnd().split('\n');
}
