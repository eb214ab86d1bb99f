import { type FieldError, type FieldPath, fieldErrors, path, sameJson } from '#meta';
import { keepMetadata } from '#resource';
import type { Container, Pod, PodSpec, ResourceRequirements } from '../v1/types.gen.ts';
import { MIRROR_ANNOTATION } from './annotation-validation.ts';
import { validatePod } from './pod-validation.ts';
import { qosClassOf } from './qos.ts';
import type { ResourceList } from './selector-and-amounts.ts';

/** Changing what the containers of a pod get while it runs. */

const spec = path('spec');

/** Drops every change but those of resources. Containers that do not match are left for the rules to refuse. */
export function prepareResize(pod: Pod, live: Pod): void {
  const wanted = pod.spec ?? {};
  const before = live.spec ?? {};
  const lists = ['containers', 'initContainers'] as const;
  if (lists.some((list) => (wanted[list] ?? []).length !== (before[list] ?? []).length)) return;
  const next: PodSpec = structuredClone(before);
  for (const list of lists) {
    if (wanted[list]) next[list] = resized(wanted[list], before[list] ?? []);
  }
  if (wanted.resources !== undefined) next.resources = wanted.resources;
  pod.spec = next;
  if (live.status === undefined) delete pod.status;
  else pod.status = structuredClone(live.status);
  keepMetadata(pod, live);
}

function resized(containers: readonly Container[], before: readonly Container[]): Container[] {
  if (containers.some(({ name }, at) => name !== before[at]?.name)) return [...containers];
  return containers.map(({ resources, resizePolicy }, at) => {
    const { resources: _, resizePolicy: __, ...rest } = before[at] ?? {};
    return {
      ...structuredClone(rest),
      ...(resources === undefined ? {} : { resources }),
      ...(resizePolicy === undefined ? {} : { resizePolicy }),
    };
  });
}

export function validateResize(pod: Pod, live: Pod): FieldError[] {
  const refused = unsupportedFault(live);
  if (refused !== undefined) return [{ ...fieldErrors.forbidden(spec, refused), field: '' }];
  const faults = validatePod(pod);
  const qos = live.status?.qosClass ?? qosClassOf(live.spec ?? {});
  if (qos !== qosClassOf(pod.spec ?? {})) {
    faults.push(fieldErrors.invalid(spec, qos, 'Pod QOS Class may not change as a result of resizing'));
  }
  if (!nodeResizes(live)) faults.push(fieldErrors.forbidden(spec, 'Pod running on node without support for resize'));
  const order = (['containers', 'initContainers'] as const).flatMap((list) => validateOrder(list, pod, live));
  if (order.length > 0) return [...faults, ...order];
  return [
    ...faults,
    ...(['initContainers', 'containers'] as const).flatMap((list) => validateNoneRemoved(list, pod, live)),
    ...validateOther(pod.spec ?? {}, live.spec ?? {}),
  ];
}

function unsupportedFault({ metadata, spec: before }: Pod): string | undefined {
  if (metadata.annotations?.[MIRROR_ANNOTATION] !== undefined) return 'static pods cannot be resized';
  return before?.os?.name === 'windows' ? 'windows pods cannot be resized' : undefined;
}

/** A node that can do it tells the resources of what runs on it. */
function nodeResizes({ status }: Pod): boolean {
  const running = (status?.containerStatuses ?? []).find(({ state }) => state?.running !== undefined);
  return running === undefined || running.resources !== undefined;
}

type ContainerList = 'containers' | 'initContainers';

function validateOrder(list: ContainerList, pod: Pod, live: Pod): FieldError[] {
  const containers = pod.spec?.[list] ?? [];
  const before = live.spec?.[list] ?? [];
  if (containers.length !== before.length) {
    return [fieldErrors.forbidden(spec.child(list), `${list} may not be added or removed on resize`)];
  }
  return before.flatMap(({ name }, at) =>
    containers[at]?.name === name
      ? []
      : [
          fieldErrors.forbidden(
            spec.child(list).index(at).child('name'),
            `${list} may not be renamed or reordered on resize`,
          ),
        ],
  );
}

function validateNoneRemoved(list: ContainerList, pod: Pod, live: Pod): FieldError[] {
  return (live.spec?.[list] ?? []).flatMap(({ resources: old }, at) => {
    const now = pod.spec?.[list]?.[at]?.resources;
    const here = spec.child(list).index(at).child('resources');
    return (['requests', 'limits'] as const).flatMap((kind) =>
      validateNoneMissing(now?.[kind], old?.[kind], here.child(kind)),
    );
  });
}

function validateNoneMissing(now: ResourceList = {}, before: ResourceList = {}, field: FieldPath): FieldError[] {
  if (Object.keys(before).every((name) => Object.hasOwn(now, name))) return [];
  const kind = field.toString().endsWith('requests') ? 'requests' : 'limits';
  return [fieldErrors.forbidden(field, `resource ${kind} cannot be removed`)];
}

const ONLY_THESE = 'only cpu and memory resources are mutable';

function validateOther(wanted: PodSpec, before: PodSpec): FieldError[] {
  const faults = [
    ...(wanted.containers ?? []).flatMap((container, at) =>
      sameJson(settled(container), settled(before.containers?.[at] ?? {}))
        ? []
        : [fieldErrors.forbidden(spec, ONLY_THESE)],
    ),
    ...(wanted.initContainers ?? []).flatMap((container, at) =>
      sameJson(settled(container), settled(before.initContainers?.[at] ?? {}))
        ? []
        : [
            fieldErrors.forbidden(
              spec.child('initContainers').index(at),
              'only cpu and memory resources for init or sidecar containers are mutable',
            ),
          ],
    ),
  ];
  return faults;
}

/** A container without what a resize may change. */
function settled(container: Container): Container {
  const { resources = {}, ...rest } = container;
  return { ...rest, resources: withoutComputing(resources) };
}

function withoutComputing({ requests, limits, ...rest }: ResourceRequirements): ResourceRequirements {
  const left = (list: ResourceList = {}): ResourceList => {
    const { cpu: _, memory: __, ...others } = list;
    return others;
  };
  return { ...rest, requests: left(requests), limits: left(limits) };
}
