import { getOwn, isJsonObject, type Json, type JsonObject } from '#meta';

/** The schemas of a version before and after a change; without what both have alike. */
export interface SchemaStep {
  readonly version: string;
  /** What a new version is compared with: the one that was stored before. */
  readonly against?: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** What became of the versions of a definition, in words: `v2 is new`, `storage moves from v1 to v2`. */
export function versionSteps(old: JsonObject, next: JsonObject): readonly string[] {
  const [before, after] = [versionsOf(old), versionsOf(next)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const [was, is] = [storedIn(before), storedIn(after)];
  return [
    ...names.flatMap((name) => stepsOf(name, before.get(name), after.get(name))),
    ...(was !== is && was !== undefined && is !== undefined ? [`storage moves from ${was} to ${is}`] : []),
    ...conversionStep(old.conversion, next.conversion),
  ];
}

function stepsOf(name: string, old: JsonObject | undefined, next: JsonObject | undefined): readonly string[] {
  if (next === undefined) return [`${name} is removed`];
  if (old === undefined) return [`${name} is new${next.served === true ? '' : ', and not served'}`];
  const steps: string[] = [];
  if (old.served !== next.served) steps.push(`${name} is ${next.served === true ? 'served' : 'not served any more'}`);
  if ((old.deprecated === true) !== (next.deprecated === true))
    steps.push(`${name} is ${next.deprecated === true ? 'deprecated' : 'not deprecated any more'}`);
  return steps;
}

function conversionStep(old: Json | undefined, next: Json | undefined): readonly string[] {
  const strategyOf = (conversion: Json | undefined): string =>
    conversion !== undefined && isJsonObject(conversion) ? String(conversion.strategy) : 'None';
  const [was, is] = [strategyOf(old), strategyOf(next)];
  return was === is ? [] : [`conversion ${was} becomes ${is}`];
}

/** How the schemas changed; of a version that is new, how it differs from the one that was stored. */
export function schemaSteps(old: JsonObject, next: JsonObject): readonly SchemaStep[] {
  const [before, after] = [versionsOf(old), versionsOf(next)];
  const stored = storedIn(before);
  return [...after].flatMap(([version, source]) => {
    const against = before.has(version) ? version : stored;
    if (against === undefined) return [];
    const differs = differing(schemaIn(before.get(against)), schemaIn(source));
    if (differs === undefined) return [];
    return [{ version, ...(against !== version && { against }), ...differs }];
  });
}

function versionsOf({ versions }: JsonObject): ReadonlyMap<string, JsonObject> {
  const all = Array.isArray(versions) ? versions.filter(isJsonObject) : [];
  return new Map(all.map((version) => [String(version.name), version]));
}

const storedIn = (versions: ReadonlyMap<string, JsonObject>): string | undefined =>
  [...versions].find(([, { storage }]) => storage === true)?.[0];

function schemaIn(version: JsonObject | undefined): JsonObject {
  const schema = version?.schema;
  const found = schema !== undefined && isJsonObject(schema) ? schema.openAPIV3Schema : undefined;
  return found !== undefined && isJsonObject(found) ? found : {};
}

/**
 * Both, without the members that are alike and have members of their own: of a schema with a hundred fields the one that
 * changed, and the way there. Undefined where nothing differs. Descriptions do not count.
 */
function differing(before: JsonObject, after: JsonObject): Pick<SchemaStep, 'before' | 'after'> | undefined {
  const one: [string, Json][] = [];
  const other: [string, Json][] = [];
  let isOther = false;
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, next] = [getOwn(before, key), getOwn(after, key)];
    if (key === 'description' && typeof (old ?? next) === 'string') continue;
    const inside = isMembers(old) && isMembers(next) ? differing(old, next) : { before: old, after: next };
    if (inside === undefined) continue;
    if (inside.before !== undefined) one.push([key, inside.before]);
    if (inside.after !== undefined) other.push([key, inside.after]);
    isOther ||= JSON.stringify(inside.before) !== JSON.stringify(inside.after);
  }
  return isOther ? { before: Object.fromEntries(one), after: Object.fromEntries(other) } : undefined;
}

const isMembers = (value: Json | undefined): value is JsonObject => value !== undefined && isJsonObject(value);
