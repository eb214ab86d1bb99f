// Loaded with the first change of a definition: most servers never see one.
import {
  type ApiDefinition,
  compareDefinitions,
  convertingBy,
  type Finding,
  findingText,
  isDeclaredLost,
  readDefinition,
} from '#compat';
import type { ReadPolicy } from '#conversion';
import { isJsonObject, type JsonObject } from '#meta';

interface ToldFinding {
  readonly finding: Finding;
  /** `v1 field-removed: spec.color: the field is gone` */
  readonly text: string;
}

/** What converts the objects of a definition, if not what it says itself. */
interface ConvertedBy {
  readonly policy?: ReadPolicy | undefined;
  readonly isModule?: boolean;
}

/** Whom a change of a definition breaks, or may break. */
export function findingsBetween(old: JsonObject, next: JsonObject, by: ConvertedBy = {}): readonly ToldFinding[] {
  const name = isJsonObject(next.metadata) ? String(next.metadata.name) : '';
  const read = (object: JsonObject): ApiDefinition => converting(readDefinition(object, { origin: name, line: 1 }), by);
  return compareDefinitions(read(old), read(next))
    .filter(({ rule, path }) => rule !== 'round-trip-loses' || !isDeclaredLost(by.policy?.pairs ?? [], path))
    .filter(({ severity }) => severity !== 'note')
    .map((finding) => ({ finding, text: textOf(finding) }));
}

/** What a module does is tried by other means. */
function converting(definition: ApiDefinition, { policy, isModule = false }: ConvertedBy): ApiDefinition {
  if (isModule) return { ...definition, conversion: 'Webhook' };
  if (policy === undefined || definition.conversion === 'Webhook') return definition;
  const convert = convertingBy(policy.pairs, definition);
  return { ...definition, convert: (object, version) => convert(object, version) };
}

function textOf(finding: Finding): string {
  const { version, rule } = finding;
  return `${[version, rule].filter((part) => part !== '').join(' ')}: ${findingText(finding)}`;
}
