import { numericEqual } from '#meta';
import type { ApiDefinition, ApiVersion } from './api-definition.ts';
import { shown } from './checks/default-check.ts';
import { compareSchemas } from './compare-schemas.ts';
import { type Path, pathText } from './finding.ts';
import { type Noted, Report } from './report.ts';
import { fewerValuesRules } from './rules/fewer-values-rules.ts';
import type { SchemaView } from './schema-view.ts';

/** What versions of one definition do not agree about. What they did not agree about before is not told again. */
export function comparePairs(old: ApiDefinition, next: ApiDefinition, report: Report): void {
  const all = disagreements(next);
  const known = new Set(all.length === 0 ? [] : disagreements(old).map(keyOf));
  for (const found of all) {
    if (!known.has(keyOf(found))) report.version(found.versions).note(found);
  }
}

interface Disagreement extends Noted {
  /** `v1beta1, v1` */
  readonly versions: string;
}

function keyOf({ versions, rule, path = [], message }: Disagreement): string {
  return [versions, rule, pathText(path), message].join('\n');
}

function disagreements(definition: ApiDefinition): readonly Disagreement[] {
  const served = definition.versions.filter((version) => version.served);
  return served.flatMap((one, at) => served.slice(at + 1).flatMap((other) => betweenVersions(definition, one, other)));
}

function betweenVersions(definition: ApiDefinition, one: ApiVersion, other: ApiVersion): readonly Disagreement[] {
  const versions = `${one.name}, ${other.name}`;
  const found: Disagreement[] = differentDefaults(one, other).map((noted) => ({ ...noted, versions }));
  if (definition.conversion === 'None' && definition.convert === undefined && one.structural !== undefined) {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      found.push(...refusedValues(definition, from, to).map((noted) => ({ ...noted, versions })));
    }
  }
  return found;
}

/** What one version accepts and the other refuses, where nothing converts between them. */
function refusedValues(definition: ApiDefinition, from: ApiVersion, to: ApiVersion): readonly Noted[] {
  const report = new Report(definition);
  compareSchemas(from.schema, to.schema, report.version(to.name));
  return report.findings
    .filter(
      ({ rule, directions, undecided }) =>
        fewerValuesRules.has(rule) && directions.includes('send') && undecided === undefined,
    )
    .map(({ path, message }) => ({
      rule: 'versions-disagree' as const,
      path: [path],
      message: `from ${from.name} to ${to.name}: ${message}`,
    }));
}

function differentDefaults(one: ApiVersion, other: ApiVersion): readonly Noted[] {
  const found: Noted[] = [];
  const walk = (a: SchemaView, b: SchemaView, path: Path): void => {
    if (path.length > 30 || (a.reference !== undefined && path.length > 12)) return;
    if (!numericEqual(a.default, b.default)) {
      const words = ({ default: value }: SchemaView, { name }: ApiVersion): string =>
        `${value === undefined ? 'no default' : shown(value)} in ${name}`;
      found.push({ rule: 'default-differs', path, message: `${words(a, one)}, ${words(b, other)}` });
    }
    for (const [name, property] of a.properties) {
      const same = b.properties.get(name);
      if (same !== undefined) walk(property, same, [...path, name]);
    }
    if (a.items !== undefined && b.items !== undefined) walk(a.items, b.items, [...path, '[*]']);
    if (a.values !== undefined && b.values !== undefined) walk(a.values, b.values, [...path, '{*}']);
  };
  walk(one.schema, other.schema, []);
  return found;
}
