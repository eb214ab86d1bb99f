import { convertingBy, lostPaths } from '#compat';
import { type AppliedRule, ConversionRuleError, policyProblems, readPolicy } from '#conversion';
import { cloneJson, isJsonObject, type Json, type JsonObject, parseApiVersion } from '#meta';
import type { JsonSchema } from '#schema';

interface ConversionTrial {
  readonly definition: JsonObject;
  readonly object: JsonObject;
  /** A ConversionPolicy. */
  readonly policy: JsonObject;
}

/**
 * What rules would make of an object in each other version of its definition: the rule that made each field, what is lost on
 * the way back, and why the rules would not be in force. Nothing of it needs to be there.
 */
export function tryConversion({ definition, object, policy }: ConversionTrial): JsonObject {
  const read = readPolicy(policy.spec);
  const faults = read.faults.map(({ path, message }) => ({ field: path, message }));
  if (faults.length > 0) return { faults, problems: [], versions: [] };
  const versions = versionsOf(definition);
  const strategy = strategyOf(definition);
  const name = nameOf(definition);
  const problems = [
    ...(read.definition === name ? [] : [`the policy is for ${read.definition}, and the definition is ${name}`]),
    ...policyProblems(read, { name, strategy, versions }).map(({ message }) => message),
  ];
  const convert = convertingBy(read.pairs, {
    group: String(objectOf(definition.spec).group),
    versions: versions.map((version) => ({ name: version.name, structural: version.schema })),
  });
  const from = parseApiVersion(String(object.apiVersion))?.version ?? '';
  const others = versions.filter((version) => version.name !== from);
  return { faults, problems, versions: others.map((version) => inVersion(version.name, { object, from, convert })) };
}

interface Source {
  readonly object: JsonObject;
  readonly from: string;
  readonly convert: ReturnType<typeof convertingBy>;
}

function inVersion(version: string, { object, from, convert }: Source): JsonObject {
  const rules: JsonObject[] = [];
  try {
    const made = convert(cloneJson(object), version, (applied) => rules.push(ruleJson(applied)));
    const lost = lostPaths(object, convert(cloneJson(made), from));
    return { version, object: made, rules, lost: [...lost] };
  } catch (error) {
    if (!(error instanceof ConversionRuleError)) throw error;
    return { version, rules, error: error.message };
  }
}

/** Which fields a rule took, and which it made of them. */
function ruleJson({ mapping, side, from, to }: AppliedRule): JsonObject {
  const [before, after] = side === 'right' ? [mapping.left, mapping.right] : [mapping.right, mapping.left];
  const names = (slots: AppliedRule['mapping']['left']): Json[] => slots.map(({ text }) => text);
  return { rule: mapping.text, from, to, taken: names(before), made: names(after) };
}

const objectOf = (value: Json | undefined): JsonObject => (value !== undefined && isJsonObject(value) ? value : {});

const nameOf = ({ metadata }: JsonObject): string => String(objectOf(metadata).name ?? '');
const strategyOf = ({ spec }: JsonObject): string =>
  String(objectOf(objectOf(objectOf(spec).conversion)).strategy ?? 'None');

function versionsOf({ spec }: JsonObject): readonly { readonly name: string; readonly schema: JsonSchema }[] {
  const { versions } = objectOf(spec);
  return (Array.isArray(versions) ? versions : []).filter(isJsonObject).map(({ name, schema }) => ({
    name: String(name),
    schema: objectOf(objectOf(schema).openAPIV3Schema) as JsonSchema,
  }));
}
