import { goQuote } from '#meta';
import type { Finding } from './conditions.ts';
import type { CustomResourceDefinition, DefinitionNames } from './definition.ts';

interface NamesDecision {
  /** What is served: the wanted names, but for those that somebody else of the group has. */
  readonly accepted: DefinitionNames;
  readonly finding: Finding;
}

/**
 * Which of a definition's names it gets. Within a group a name belongs to who had it first; plural, singular and short
 * names share one space, the kinds of objects and lists another. `others` may contain the definition itself.
 * k8s: controller/status/naming_controller.go
 */
export function decideNames(
  definition: CustomResourceDefinition,
  others: readonly CustomResourceDefinition[],
): NamesDecision {
  const { names: wanted, group } = definition.spec;
  const had: DefinitionNames = definition.status?.acceptedNames ?? { plural: '', kind: '' };
  const used = usedNames(others.filter(({ spec }) => spec.group === group));
  const conflicts: [reason: string, message: string][] = [];
  const accepted: DefinitionNames = { ...had };
  const take = (key: 'plural' | 'singular' | 'kind' | 'listKind', taken: ReadonlySet<string>): void => {
    const [name, before] = [wanted[key] ?? '', had[key] ?? ''];
    if (name !== before && taken.has(name)) conflicts.push([`${capital(key)}Conflict`, inUse(name)]);
    else setName(accepted, key, name);
  };
  take('plural', used.resources);
  take('singular', used.resources);
  takeShortNames({ wanted, had, accepted }, used.resources, conflicts);
  take('kind', used.kinds);
  take('listKind', used.kinds);
  if (wanted.categories?.length) accepted.categories = [...wanted.categories];
  else delete accepted.categories;
  return { accepted, finding: namesFinding(conflicts) };
}

interface ShortNames {
  readonly wanted: DefinitionNames;
  readonly had: DefinitionNames;
  readonly accepted: DefinitionNames;
}

/** All of them or none. */
function takeShortNames(
  { wanted, had, accepted }: ShortNames,
  used: ReadonlySet<string>,
  conflicts: [string, string][],
): void {
  const names = wanted.shortNames ?? [];
  const faults = names.filter((name) => !had.shortNames?.includes(name) && used.has(name)).map(inUse);
  if (faults.length > 0) conflicts.push(['ShortNamesConflict', joined(faults)]);
  else if (names.length > 0) accepted.shortNames = [...names];
  else delete accepted.shortNames;
}

function usedNames(definitions: readonly CustomResourceDefinition[]) {
  const resources = new Set<string>();
  const kinds = new Set<string>();
  for (const { status } of definitions) {
    const { plural = '', singular = '', shortNames = [], kind = '', listKind = '' } = status?.acceptedNames ?? {};
    for (const name of [plural, singular, ...shortNames]) if (name !== '') resources.add(name);
    for (const name of [kind, listKind]) if (name !== '') kinds.add(name);
  }
  return { resources, kinds };
}

/** Of several conflicts the last is reported. */
function namesFinding(conflicts: readonly [string, string][]): Finding {
  const [reason, message] = conflicts.at(-1) ?? ['NoConflicts', 'no conflicts found'];
  return { type: 'NamesAccepted', status: conflicts.length === 0 ? 'True' : 'False', reason, message };
}

function setName(names: DefinitionNames, key: 'plural' | 'singular' | 'kind' | 'listKind', name: string): void {
  if (name !== '' || key === 'plural' || key === 'kind') names[key] = name;
  else delete names[key];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const inUse = (name: string): string => `${goQuote(name)} is already in use`;

/** How Go tells of several errors at once. */
function joined(faults: readonly string[]): string {
  const distinct = [...new Set(faults)];
  return distinct.length === 1 ? (distinct[0] as string) : `[${distinct.join(', ')}]`;
}
