import { amountOf, type Container, type Pod, type ResourceList } from '#apis';
import { setOwn } from '#meta';
import { type LimitRange, limitsOf } from './limit-range.ts';

/** Where it is told what a pod got without having asked for it. */
const ANNOTATION = 'kubernetes.io/limit-ranger';

/** Gives containers the limits and requests that they leave open. k8s: limitranger/admission.go PodMutateLimitFunc */
export function applyDefaults(pod: Pod, range: LimitRange): void {
  const limits = limitsOf(range, 'Container');
  const defaults = {
    requests: joined(limits.map((limit) => limit.defaultRequest)),
    limits: joined(limits.map((limit) => limit.default)),
  };
  const told = [
    ...(pod.spec?.containers ?? []).flatMap((container) => fill(container, defaults, 'container')),
    ...(pod.spec?.initContainers ?? []).flatMap((container) => fill(container, defaults, 'init container')),
  ];
  if (told.length === 0) return;
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [ANNOTATION]: `LimitRanger plugin set: ${told.join('; ')}`,
  };
}

const joined = (lists: readonly (ResourceList | undefined)[]): ResourceList =>
  Object.fromEntries(lists.flatMap((list) => Object.entries(list ?? {})));

interface Defaults {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

function fill(container: Container, defaults: Defaults, called: string): string[] {
  return (['requests', 'limits'] as const).flatMap((list) => {
    const own = container.resources?.[list];
    const missing = Object.entries(defaults[list]).filter(([name]) => amountOf(own, name) === undefined);
    if (missing.length === 0) return [];
    const filled = { ...own };
    for (const [name, amount] of missing) setOwn(filled, name, amount);
    container.resources = { ...container.resources, [list]: filled };
    const names = missing.map(([name]) => name).sort();
    return [`${names.join(', ')} ${list.slice(0, -1)} for ${called} ${container.name ?? ''}`];
  });
}
