// Loaded with the first change of a definition: most servers never see one.
import { compareDefinitions, type Finding, findingText, readDefinition } from '#compat';
import { isJsonObject, type JsonObject } from '#meta';

interface ToldFinding {
  readonly finding: Finding;
  /** `v1 field-removed: spec.color: the field is gone` */
  readonly text: string;
}

/** Whom a change of a definition breaks, or may break. */
export function findingsBetween(old: JsonObject, next: JsonObject): readonly ToldFinding[] {
  const name = isJsonObject(next.metadata) ? String(next.metadata.name) : '';
  const place = { origin: name, line: 1 };
  return compareDefinitions(readDefinition(old, place), readDefinition(next, place))
    .filter(({ severity }) => severity !== 'note')
    .map((finding) => ({ finding, text: textOf(finding) }));
}

function textOf(finding: Finding): string {
  const { version, rule } = finding;
  return `${[version, rule].filter((part) => part !== '').join(' ')}: ${findingText(finding)}`;
}
