import { pathOf } from '../../yaml/parse-yaml.ts';
import { type Path, pathKey } from '../../yaml/yaml-lines.ts';
import type { ConvertedTrial } from './use-trial.ts';

/** The rule that made the value at a path; undefined for what is carried as it is. Over several versions, the last one. */
export function ruleFor(rules: ConvertedTrial['rules'], path: Path): string | undefined {
  const key = pathKey(path);
  return rules.findLast(({ made }) => made.some((place) => pathKey(pathOf(place)) === key))?.rule;
}
