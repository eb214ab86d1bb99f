import { goValue } from '#merge';
import {
  type ApiError,
  apiErrors,
  type FieldError,
  FieldPath,
  fieldErrors,
  isJsonObject,
  type Json,
  type KubeObject,
  setOwn,
} from '#meta';
import { scaleV1 } from '#schema';
import { typedCodec } from './codec/typed-codec.ts';
import { pathColumns } from './path-columns.ts';
import type { Column } from './resource-definition.ts';
import type { SubresourceView } from './subresource.ts';

const gvk = { group: 'autoscaling', version: 'v1', kind: 'Scale' } as const;
const MAX_REPLICAS = 2 ** 31 - 1;
/** What a patch finds in the place of a number that is not there; it has to put another one in. */
export const UNSET_REPLICAS = -(2 ** 31);

interface Scale extends KubeObject {
  spec?: { replicas?: number };
}

/** Where in an object a Scale finds what it shows: `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

interface ScaleOptions {
  /** What a number that is left out means; without it such an object has no Scale. */
  readonly absent?: number;
}

export const scaleKind = gvk;

const columns: readonly Column[] = pathColumns([
  { name: 'Desired', type: 'integer', description: 'How many there are to be.', jsonPath: '.spec.replicas' },
  { name: 'Available', type: 'integer', description: 'How many there are.', jsonPath: '.status.replicas' },
  {
    name: 'Age',
    type: 'date',
    description: 'How long ago the object was made.',
    jsonPath: '.metadata.creationTimestamp',
  },
]);

/** A Scale over the fields that paths lead to. The paths can differ from version to version. */
export function scaleView(pathsOf: (object: KubeObject) => ScalePaths, { absent }: ScaleOptions = {}): SubresourceView {
  return {
    codec: typedCodec(scaleV1.type('Scale'), gvk),
    columns,
    read: (object) => readScale(object, pathsOf(object), absent),
    base: (object) => readScale(object, pathsOf(object), absent ?? UNSET_REPLICAS),
    write: (object, { spec }: Scale) => {
      const { specReplicasPath } = pathsOf(object);
      if (spec?.replicas === UNSET_REPLICAS) {
        throw apiErrors.badRequest(`the spec replicas field "${specReplicasPath}" cannot be empty`);
      }
      writeReplicas(object, specReplicasPath, spec?.replicas ?? 0);
      return [];
    },
  };
}

function readScale(object: KubeObject, paths: ScalePaths, absent?: number): KubeObject {
  const found = integerAt(object, paths.specReplicasPath);
  const wanted = absent === undefined || 'value' in found || 'fault' in found ? found : { value: absent };
  const actual = integerAt(object, paths.statusReplicasPath);
  const selector = textAt(object, paths.labelSelectorPath ?? '');
  for (const one of [wanted, actual, selector]) if ('fault' in one) throw internal(one.fault);
  if (!('value' in wanted)) throw internal(`the spec replicas field "${paths.specReplicasPath}" does not exist`);
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const metadata = { name, namespace, uid, resourceVersion, creationTimestamp };
  const status = {
    replicas: 'value' in actual ? actual.value : 0,
    ...('value' in selector && selector.value !== '' ? { selector: selector.value } : {}),
  };
  return {
    kind: gvk.kind,
    apiVersion: `${gvk.group}/${gvk.version}`,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)),
    spec: wanted.value === 0 ? {} : { replicas: wanted.value },
    status,
  };
}

function internal(message: string): ApiError {
  return apiErrors.internal(message);
}

function writeReplicas(object: KubeObject, path: string, replicas: number): void {
  const names = stepsOf(path);
  const last = names.pop() ?? '';
  let place: { [key: string]: Json | undefined } = object;
  for (const name of names) {
    const below = Object.hasOwn(place, name) ? place[name] : undefined;
    if (isJsonObject(below)) {
      place = below;
      continue;
    }
    const made = {};
    setOwn(place, name, made);
    place = made;
  }
  setOwn(place, last, replicas);
}

/** What a path leads to: nothing, a value, or something of the wrong type. */
type Found<T> = { readonly value: T } | NotFound;
type NotFound = { readonly fault?: string };

/** `.spec.replicas` as names of fields. */
export const stepsOf = (path: string): string[] => path.replace(/^\./, '').split('.');

/** The texts are those of Go's unstructured helpers. */
function valueAt(object: KubeObject, path: string): Found<Json> {
  let value: Json = object;
  let walked = '';
  for (const name of stepsOf(path)) {
    walked += `.${name}`;
    if (value === null) return {};
    if (!isJsonObject(value)) {
      return {
        fault: `${walked} accessor error: ${goValue(value)} is of the type ${goType(value)}, expected map[string]interface{}`,
      };
    }
    if (!Object.hasOwn(value, name) || value[name] === undefined) return {};
    value = value[name];
  }
  return { value };
}

function integerAt(object: KubeObject, path: string): Found<number | bigint> {
  const found = valueAt(object, path);
  if (!('value' in found)) return found;
  const { value } = found;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) return { value };
  return { fault: `${path} accessor error: ${goValue(value)} is of the type ${goType(value)}, expected int64` };
}

function textAt(object: KubeObject, path: string): Found<string> {
  if (path === '') return {};
  const found = valueAt(object, path);
  if (!('value' in found)) return found;
  const { value } = found;
  if (typeof value === 'string') return { value };
  return { fault: `${path} accessor error: ${goValue(value)} is of the type ${goType(value)}, expected string` };
}

function goType(value: Json): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return Number.isSafeInteger(value) || typeof value === 'bigint' ? 'int64' : 'float64';
}

/** The replicas that are wanted must be a number that autoscalers can work with. */
export function validateScaleSpec(object: KubeObject, { specReplicasPath }: ScalePaths): FieldError[] {
  return validateReplicas(object, specReplicasPath);
}

export function validateScaleStatus(object: KubeObject, scale: ScalePaths): FieldError[] {
  const { statusReplicasPath, labelSelectorPath } = scale;
  const found = validateReplicas(object, statusReplicasPath);
  if (labelSelectorPath === undefined) return found;
  const selector = textAt(object, labelSelectorPath);
  return 'fault' in selector
    ? [...found, fieldErrors.invalid(new FieldPath(labelSelectorPath), '', selector.fault ?? '')]
    : found;
}

function validateReplicas(object: KubeObject, path: string): FieldError[] {
  const replicas = integerAt(object, path);
  const at = new FieldPath(path);
  if ('fault' in replicas) return [fieldErrors.invalid(at, 0, replicas.fault ?? '')];
  if (!('value' in replicas)) return [];
  const { value } = replicas;
  if (value < 0) return [fieldErrors.invalid(at, value, 'should be a non-negative integer')];
  if (value > MAX_REPLICAS) {
    return [fieldErrors.invalid(at, value, `should be less than or equal to ${MAX_REPLICAS}`)];
  }
  return [];
}
