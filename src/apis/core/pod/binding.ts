import { type ActionContext, openApiSource, typedCodec } from '#machinery';
import { ApiError, apiErrors, type FieldError, fieldErrors, formatFieldErrors, path } from '#meta';
import { type BuiltinSubresource, builtin, nameColumn } from '#resource';
import type { Pod, PodCondition, Types } from '../v1/types.gen.ts';
import { coreV1 } from '../v1/types.ts';

/** A scheduler's decision: this pod goes to that node. */
type Binding = Types['Binding'];

const kind = { group: '', version: 'v1', kind: 'Binding' } as const;
const type = coreV1.type('Binding');

function validateBinding({ target = {} }: Binding): FieldError[] {
  const { kind: of = '', name = '' } = target;
  return [
    ...(of === '' || of === 'Node' ? [] : [fieldErrors.notSupported(path('target', 'kind'), of, ['Node', '<empty>'])]),
    ...(name === '' ? [fieldErrors.required(path('target', 'name'))] : []),
  ];
}

function refuseBad(binding: Binding, name: string): void {
  const { name: named = '' } = binding.metadata;
  if (named !== name) throw apiErrors.badRequest('name in URL does not match name in Binding object');
  const faults = validateBinding(binding);
  // The real server does not tell these as what they are, the client's mistake.
  if (faults.length > 0) throw new ApiError({ code: 500, message: formatFieldErrors(faults) });
}

/** k8s: registry/core/pod/storage/storage.go assignPod */
function assign(pod: Pod, binding: Binding, { now, require }: Pick<ActionContext, 'now' | 'require'>): void {
  const { metadata, spec = {} } = pod;
  const refuse = (why: string): ApiError =>
    apiErrors.conflict({ group: '', resource: 'pods/binding' }, metadata.name ?? '', why);
  require(pod, binding.metadata);
  if (metadata.deletionTimestamp !== undefined)
    throw refuse(`pod ${metadata.name} is being deleted, cannot be assigned to a host`);
  if (spec.nodeName) throw refuse(`pod ${metadata.name} is already assigned to node "${spec.nodeName}"`);
  if ((spec.schedulingGates ?? []).length > 0) {
    throw refuse(`pod ${metadata.name} has non-empty .spec.schedulingGates`);
  }
  pod.spec = { ...spec, nodeName: binding.target?.name ?? '' };
  metadata.annotations = { ...metadata.annotations, ...binding.metadata.annotations };
  if (binding.metadata.labels !== undefined) metadata.labels = { ...metadata.labels, ...binding.metadata.labels };
  pod.status = { ...pod.status, conditions: scheduled(pod.status?.conditions ?? [], now) };
  delete pod.status.nominatedNodeName;
}

/** The pod goes to the node that the binding names, if it can. */
export async function bindPod(
  binding: Binding,
  context: Pick<ActionContext, 'name' | 'now' | 'require' | 'edit'>,
): Promise<void> {
  refuseBad(binding, context.name);
  await context.edit((pod: Pod) => assign(pod, binding, context));
}

function scheduled(conditions: readonly PodCondition[], now: string): PodCondition[] {
  const condition: PodCondition = { type: 'PodScheduled', status: 'True', lastTransitionTime: now };
  const others = conditions.filter(({ type: of }) => of !== 'PodScheduled');
  return [...others, condition];
}

export const podBinding: BuiltinSubresource = {
  name: 'binding',
  verbs: ['create'],
  action: {
    kind,
    codec: typedCodec(type, kind),
    openapi: openApiSource(type),
    run: bindPod,
  },
};

/** The older place to send them to, where the binding bears the name of the pod. */
export const bindings = builtin({
  ...kind,
  resource: 'bindings',
  namespaced: true,
  type,
  verbs: ['create'],
  actsOn: { resource: 'pods', subresource: podBinding.name },
  columns: [nameColumn],
});
