import type { TypeProvider } from '../check/declarations.ts';
import { type CelType, listType, mapType, objectType, types } from '../values/type.ts';
import { declaredTypes } from './schema-types.ts';

const { string, bool, dyn, int, timestamp } = types;
const texts = listType(string);
const textMap = mapType(string, string);
const struct = (name: string): CelType => objectType(`kubernetes.${name}`);

export const requestType = struct('AdmissionRequest');
export const namespaceType = struct('Namespace');

type Fields = Readonly<Record<string, CelType>>;

const kind: Fields = { group: string, version: string, kind: string };
const resource: Fields = { group: string, version: string, resource: string };

/** What is known of a request and of a namespace. k8s: apiserver/pkg/admission/plugin/cel/compile.go */
const structs: ReadonlyMap<string, Fields> = new Map<string, Fields>([
  ['kubernetes.GroupVersionKind', kind],
  ['kubernetes.GroupVersionResource', resource],
  ['kubernetes.UserInfo', { username: string, uid: string, groups: texts, extra: mapType(string, texts) }],
  [
    requestType.name,
    {
      kind: struct('GroupVersionKind'),
      resource: struct('GroupVersionResource'),
      subResource: string,
      requestKind: struct('GroupVersionKind'),
      requestResource: struct('GroupVersionResource'),
      requestSubResource: string,
      name: string,
      namespace: string,
      operation: string,
      userInfo: struct('UserInfo'),
      dryRun: bool,
      options: dyn,
    },
  ],
  ['kubernetes.NamespaceSpec', { finalizers: texts }],
  [
    'kubernetes.NamespaceCondition',
    { status: string, type: string, lastTransitionTime: timestamp, message: string, reason: string },
  ],
  ['kubernetes.NamespaceStatus', { conditions: listType(struct('NamespaceCondition')), phase: string }],
  [
    'kubernetes.NamespaceMetadata',
    {
      name: string,
      generateName: string,
      namespace: string,
      labels: textMap,
      annotations: textMap,
      UID: string,
      creationTimestamp: timestamp,
      deletionGracePeriodSeconds: int,
      deletionTimestamp: timestamp,
      generation: int,
      resourceVersion: string,
      finalizers: texts,
    },
  ],
  [
    namespaceType.name,
    { metadata: struct('NamespaceMetadata'), spec: struct('NamespaceSpec'), status: struct('NamespaceStatus') },
  ],
]);

export const admissionTypes: TypeProvider = {
  findObjectType: (name) => (structs.has(name) ? objectType(name) : declaredTypes(name)),
  findField(typeName, field) {
    const fields = structs.get(typeName) ?? {};
    return Object.hasOwn(fields, field) ? fields[field] : undefined;
  },
};

export const variablesType = struct('variables');

/** The variables of a policy: their types become known one after the other, as they are compiled. */
export class VariableTypes implements TypeProvider {
  readonly #types = new Map<string, CelType>();

  /** `type` is absent where the variable does not compile: then it may be anything. */
  add(name: string, type: CelType | undefined): void {
    this.#types.set(name, type === undefined ? dyn : declarable(type));
  }
  findObjectType(name: string): CelType | undefined {
    return name === variablesType.name ? variablesType : undefined;
  }
  findField(_: string, field: string): CelType | undefined {
    return this.#types.get(field);
  }
}

const plainKinds = new Set<CelType['kind']>([
  'any',
  'bool',
  'bytes',
  'double',
  'duration',
  'int',
  'null',
  'string',
  'timestamp',
  'uint',
]);

/** What a variable is declared as: objects, and types of libraries, become dynamic. */
function declarable(type: CelType): CelType {
  if (plainKinds.has(type.kind) && !type.nullable) return type;
  const [first, second] = type.parameters;
  if (type.kind === 'list' && first !== undefined) return listType(declarable(first));
  if (type.kind === 'map' && first !== undefined && second !== undefined) {
    return mapType(declarable(first), declarable(second));
  }
  return dyn;
}
