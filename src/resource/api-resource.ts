import {
  type KindVersion,
  type RequestContext,
  type ResourceDefinition,
  Scheme,
  type Strategy,
  type VersionedKind,
} from '#machinery';
import { apiVersionOf, type FieldError, type KubeObject } from '#meta';
import type { StructType } from '#schema';
import { declaredDefaults } from './declared-defaults.ts';
import { validateDeclared, validateDeclaredChange } from './declared-validation.ts';
import type { BuiltinStrategy, ResourceRules } from './resource-rules.ts';
import { withStatusApart } from './status-apart.ts';
import { versionedResource } from './versioned-resource.ts';

/**
 * A kind that is not built in, as a resource: it is checked, lies in the store under its group, and all of it is served.
 * What its description declares (`required`, `enum=`, `default=`) holds, and its status is apart if it has a subresource
 * for it; built-in kinds have rules by hand for these, because each has its own words.
 */
export function apiResource(kind: VersionedKind, rules: ResourceRules): ResourceDefinition {
  new Scheme([kind]).check();
  return versionedResource(withDeclaredDefaults(kind), {
    storagePrefix: `/registry/${kind.group}/${rules.resource}/`,
    servesPrereleases: true,
    ...withStatusApart(withDeclaredRules(rules, kind), kind.hub.type),
  });
}

/** The declared ones fill in what those by hand left. */
function withDeclaredDefaults(kind: VersionedKind): VersionedKind {
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
  return { ...kind, versions, storage: versions[kind.versions.indexOf(kind.storage)] as KindVersion };
}

type Check = (type: StructType, show: (hub: KubeObject) => KubeObject) => readonly FieldError[];

/** Declared rules are those of the version that the client speaks, and faults are told in its words. */
function withDeclaredRules(rules: ResourceRules, { versions }: VersionedKind): ResourceRules {
  const { strategy = {}, subresources = [] } = rules;
  const inVersion = ({ requestVersion }: RequestContext, check: Check): readonly FieldError[] => {
    const spoken = versions.find(({ apiVersion }) => apiVersion === apiVersionOf(requestVersion));
    return spoken === undefined ? [] : check(spoken.type, spoken.fromHub);
  };
  const ofUpdates = ({
    validateUpdate,
  }: Pick<BuiltinStrategy, 'validateUpdate'>): Pick<Strategy, 'validateUpdate'> => ({
    validateUpdate: (object, live, context) => [
      ...inVersion(context, (type, show) => validateDeclaredChange(type, show(object), show(live))),
      ...(validateUpdate?.(object, live, context) ?? []),
    ],
  });
  return {
    ...rules,
    strategy: {
      ...strategy,
      validateCreate: (object, context) => [
        ...inVersion(context, (type, show) => validateDeclared(type, show(object))),
        ...(strategy.validateCreate?.(object, context) ?? []),
      ],
      ...ofUpdates(strategy),
    },
    subresources: subresources.map((part) =>
      part.strategy === undefined ? part : { ...part, strategy: { ...part.strategy, ...ofUpdates(part.strategy) } },
    ),
  };
}
