import { type Strategy, type SubresourceStrategy, validateScaleSpec, validateScaleStatus } from '#machinery';
import {
  apiErrors,
  cloneJson,
  type FieldError,
  fieldErrors,
  finalizerWarnings,
  type KubeObject,
  nameIsDnsSubdomain,
  path,
  strictlyEqual,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '#meta';
import {
  compileSchema,
  validateContent,
  validateListTypes,
  validateObjectRules,
  validateValue,
  validateValueUpdate,
} from '#schema';
import type { CustomVersion } from './custom-version.ts';

interface StrategyParts {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly version: CustomVersion;
  /** No new objects: their definition is on its way out. */
  isTerminating(): boolean;
}

/** The rules of custom resources, over objects of one version. k8s: registry/customresource/strategy.go */
export function customStrategy(parts: StrategyParts): Strategy {
  const { version } = parts;
  return {
    validateName: nameIsDnsSubdomain,
    createsOnUpdate: false,
    updatesUnconditionally: false,
    tracksGeneration: false,
    returnsDeletedObject: false,
    prepareForCreate(object) {
      refuseWhileTerminating(parts, object);
      if (version.status) delete object.status;
      object.metadata.generation = 1;
    },
    prepareForUpdate(object, live) {
      if (version.status) keepStatus(object, live);
      if (contentDiffers(object, live)) object.metadata.generation = Number(live.metadata.generation ?? 0) + 1;
    },
    validateCreate(object, { warn }) {
      const found = [...validateNew(parts, object), ...validateContent(version.schema, object)];
      return [...found, ...validateObjectRules(version.schema, object, { found, warn })];
    },
    validateUpdate(object, live, { warn }) {
      const found = [...validateChange(parts, object, live), ...validateContent(version.schema, object, { live })];
      return [...found, ...validateObjectRules(version.schema, object, { found, live, warn })];
    },
    warnings,
  };
}

/** `status`: everything else, metadata too, stays as it is. k8s: registry/customresource/status_strategy.go */
export function statusStrategy(version: CustomVersion): SubresourceStrategy {
  const { scale } = version.source.subresources ?? {};
  return {
    prepareForUpdate: replaceAllButStatus,
    validateUpdate(object, live, { warn }) {
      const found = [
        ...validateMetadataChange(object, live),
        ...validateStatus(version, object, live),
        ...(scale === undefined ? [] : validateScaleStatus(object, scale)),
        ...validateList(version, object, live),
      ];
      return [...found, ...validateObjectRules(version.schema, object, { found, live, warn })];
    },
    warnings,
  };
}

function validateKind({ kind }: KubeObject, parts: StrategyParts): FieldError[] {
  return kind === parts.kind ? [] : [fieldErrors.invalid(path('kind'), kind, `must be ${parts.kind}`)];
}

/** Of an object of another kind that is all that is told, but for what its rules and lists say. */
function validateNew(parts: StrategyParts, object: KubeObject): FieldError[] {
  const otherKind = validateKind(object, parts);
  if (otherKind.length > 0) return otherKind;
  const { schema } = parts.version;
  return [...validateNewMetadata(object, parts), ...validateValue(schema, object), ...validateScale(object, parts)];
}

function validateChange(parts: StrategyParts, object: KubeObject, live: KubeObject): FieldError[] {
  const otherKind = validateKind(object, parts);
  if (otherKind.length > 0) return otherKind;
  const { schema } = parts.version;
  const values = validateValueUpdate(schema, object, { old: live });
  return [...validateMetadataChange(object, live), ...values, ...validateScale(object, parts)];
}

function validateNewMetadata({ metadata }: KubeObject, { namespaced }: StrategyParts): FieldError[] {
  return validateObjectMeta(metadata, { namespaced, validateName: nameIsDnsSubdomain, path: path('metadata') });
}

/** The general rules of metadata are reported twice, as the real server does. */
function validateMetadataChange({ metadata }: KubeObject, live: KubeObject): FieldError[] {
  return validateObjectMetaUpdate(metadata, live.metadata, path('metadata'));
}

function refuseWhileTerminating({ group, resource, isTerminating }: StrategyParts, { metadata }: KubeObject): void {
  if (!isTerminating()) return;
  const why = 'create not allowed while custom resource definition is terminating';
  throw apiErrors.forbidden({ group, resource }, metadata.name ?? '', why);
}

function keepStatus(object: KubeObject, live: KubeObject): void {
  if (Object.hasOwn(live, 'status')) object.status = cloneJson(live.status);
  else delete object.status;
}

/** Anything but metadata. Where there is a status subresource, the status has been put back before. */
function contentDiffers({ metadata: _, ...object }: KubeObject, { metadata: __, ...live }: KubeObject): boolean {
  return !strictlyEqual(object, live);
}

function replaceAllButStatus(object: KubeObject, live: KubeObject): void {
  const { status, metadata } = object;
  const hasStatus = Object.hasOwn(object, 'status');
  for (const key of Object.keys(object)) delete object[key];
  Object.assign(object, cloneJson(live));
  // Ownership was computed for this very update, so it does not count as a change.
  if (metadata.managedFields === undefined) delete object.metadata.managedFields;
  else object.metadata.managedFields = metadata.managedFields;
  if (hasStatus) object.status = status;
  else delete object.status;
}

function validateScale(object: KubeObject, { version }: StrategyParts): FieldError[] {
  const { scale } = version.source.subresources ?? {};
  if (scale === undefined) return [];
  return [...validateScaleSpec(object, scale), ...validateScaleStatus(object, scale)];
}

const anything = compileSchema({});

function validateStatus(version: CustomVersion, object: KubeObject, live: KubeObject): FieldError[] {
  if (!Object.hasOwn(object, 'status')) return [];
  const schema = version.schema.node.properties.get('status') ?? anything;
  return validateValueUpdate(schema, object.status ?? null, { at: path('status'), old: live.status ?? null });
}

/** What is twice in a set or map list may stay while there was something twice before. */
function validateList({ schema }: CustomVersion, object: KubeObject, live: KubeObject): FieldError[] {
  const found = validateListTypes(schema, object);
  return found.length > 0 && validateListTypes(schema, live).length === 0 ? found : [];
}

function warnings({ metadata }: KubeObject, live: KubeObject | undefined): readonly string[] {
  const before = new Set(live?.metadata.finalizers ?? []);
  const added = [...new Set(metadata.finalizers ?? [])].filter((finalizer) => !before.has(finalizer)).sort();
  return finalizerWarnings(added, path('metadata', 'finalizers'));
}
