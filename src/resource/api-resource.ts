import {
  type KindVersion,
  type RequestContext,
  type ResourceDefinition,
  Scheme,
  type Strategy,
  type VersionedKind,
} from '#machinery';
import { apiVersionOf, type FieldError, formatFieldError, type JsonObject, type KubeObject } from '#meta';
import type { StructType } from '#schema';
import type { BuiltinStrategy, ResourceRules } from './builtin-kind.ts';
import { celRules } from './declared-cel.ts';
import { validateImmutables } from './declared-change.ts';
import { declaredDefaults } from './declared-defaults.ts';
import { declaredScale } from './declared-paths.ts';
import { validateTold } from './declared-validation.ts';
import { withStatusApart } from './status-apart.ts';
import { versionedResource } from './versioned-resource.ts';

/**
 * A kind that is not built in, as a resource: it is checked, lies in the store under its group, and all of it is served.
 * What its description declares (`required`, `enum=`, `default=`, all rules) holds, and its status is apart if it has a subresource
 * for it; built-in kinds have rules by hand for these, because each has its own words.
 */
export function apiResource<T>(
  kind: VersionedKind<T>,
  rules: ResourceRules<KubeObject & NoInfer<T>>,
): ResourceDefinition {
  new Scheme([kind]).check();
  return versionedResource(withDeclaredDefaults(kind), {
    storagePrefix: `/registry/${kind.group}/${rules.resource}/`,
    servesPrereleases: true,
    ...withStatusApart(withDeclaredRules(withScale(rules), kind), kind.hub.type),
  });
}

function withScale<T extends KubeObject>(rules: ResourceRules<T>): ResourceRules<T> {
  const { versions = {}, subresources = [] } = rules;
  const scale = declaredScale(versions);
  return scale === undefined ? rules : { ...rules, subresources: [...subresources, scale] };
}

/** The declared ones fill in what those by hand left. */
function withDeclaredDefaults<T>(kind: VersionedKind<T>): VersionedKind<T> {
  const versions = kind.versions.map((version): KindVersion => {
    const fillIn = declaredDefaults(version.type);
    return {
      ...version,
      defaults(object) {
        version.defaults(object);
        fillIn(object);
      },
    };
  });
  return { ...kind, versions, storage: versions[kind.versions.indexOf(kind.storage)] ?? kind.storage };
}

/** Declared rules are those of the version that the client speaks, and faults are told in its words. */
function withDeclaredRules<T extends KubeObject>(
  rules: ResourceRules<T>,
  { versions }: VersionedKind,
): ResourceRules<T> {
  const { strategy = {}, subresources = [] } = rules;
  const checks = new Map(versions.map((version) => [version.apiVersion, declaredCheck(version)]));
  const check = (context: RequestContext, object: KubeObject, live?: KubeObject): readonly FieldError[] =>
    checks.get(apiVersionOf(context.requestVersion))?.(context, object, live) ?? [];
  const ofUpdates = ({
    validateUpdate,
  }: Pick<BuiltinStrategy<T>, 'validateUpdate'>): Pick<Strategy<T>, 'validateUpdate'> => ({
    validateUpdate: (object, live, context) => [
      ...check(context, object, live),
      ...(validateUpdate?.(object, live, context) ?? []),
    ],
  });
  return {
    ...rules,
    strategy: {
      ...strategy,
      validateCreate: (object, context) => [
        ...check(context, object),
        ...(strategy.validateCreate?.(object, context) ?? []),
      ],
      ...ofUpdates(strategy),
    },
    subresources: subresources.map((part) =>
      part.strategy === undefined ? part : { ...part, strategy: { ...part.strategy, ...ofUpdates(part.strategy) } },
    ),
  };
}

type DeclaredCheck = (context: RequestContext, object: KubeObject, live?: KubeObject) => readonly FieldError[];

function declaredCheck({ type, fromHub }: KindVersion): DeclaredCheck {
  const validateRules = celRules(type);
  return ({ warn }, hub, liveHub) => {
    const object = fromHub(hub);
    const live = liveHub && fromHub(liveHub);
    const found = live === undefined ? validateTold(type, object) : validateChangedFields(type, object, live);
    return [...found, ...validateRules(object, { found, warn, ...(live && { live }) })];
  };
}

/** What was wrong before may stay so. */
function validateChangedFields(type: StructType, object: JsonObject, live: JsonObject): FieldError[] {
  const fixed = validateImmutables(type, { value: object, before: live });
  const faults = validateTold(type, object);
  if (faults.length === 0) return fixed;
  const before = new Set(validateTold(type, live).map(formatFieldError));
  return [...fixed, ...faults.filter((fault) => !before.has(formatFieldError(fault)))];
}
