import type { CoreV1 } from '#apis';
import { cloneJson } from '#meta';
import type { Container, ContainerPlace, ContainerStatus } from './container-step.ts';
import { fateOf } from './fate.ts';

type Pod = CoreV1['Pod'];

interface Places {
  readonly init: readonly ContainerPlace[];
  readonly main: readonly ContainerPlace[];
  readonly ephemeral: readonly ContainerPlace[];
}

/** The containers of a pod, with what they are to become. */
export function placesOf(pod: Pod, delayMs: number): Places {
  const { spec = {} } = pod;
  const policy = spec.restartPolicy ?? 'Always';
  const { initContainerStatuses = [], containerStatuses = [] } = pod.status ?? {};
  const isLater = [...initContainerStatuses, ...containerStatuses].some(({ containerID }) => containerID);
  const place = (container: Container, at: string, settings: PlaceSettings): ContainerPlace => ({
    container,
    fate: fateOf(pod, container, { delayMs, isLater, ends: settings.ends, ownOnly: settings.isInitial }),
    restartPolicy: settings.restartPolicy,
    fieldPath: `spec.${at}{${container.name}}`,
    podName: `${pod.metadata.name}_${pod.metadata.namespace}`,
    podUid: pod.metadata.uid ?? '',
  });
  const ephemeral = (spec.ephemeralContainers ?? []) as readonly Container[];
  return {
    init: (spec.initContainers ?? []).map((one) => place(one, 'initContainers', initSettings(one, policy))),
    main: (spec.containers ?? []).map((one) =>
      place(one, 'containers', {
        ends: policy !== 'Always',
        restartPolicy: one.restartPolicy ?? policy,
        isInitial: false,
      }),
    ),
    ephemeral: ephemeral.map((one) =>
      place(one, 'ephemeralContainers', { ends: false, restartPolicy: 'Never', isInitial: true }),
    ),
  };
}

interface PlaceSettings {
  /** Whether it ends by itself. */
  readonly ends: boolean;
  readonly restartPolicy: string;
  /** Whether what is said for the pod as a whole is not meant for it. */
  readonly isInitial: boolean;
}

/** An init container that has succeeded is never started again; a sidecar always is. */
function initSettings(container: Container, policy: string): PlaceSettings {
  if (container.restartPolicy === 'Always') return { ends: false, restartPolicy: 'Always', isInitial: true };
  return { ends: true, restartPolicy: policy === 'Never' ? 'Never' : 'OnFailure', isInitial: true };
}

type StatusList = 'initContainerStatuses' | 'containerStatuses' | 'ephemeralContainerStatuses';

/** As it was told last, or as a container that has not begun. The resources are what it is given. */
export function oldStatus(pod: Pod, list: StatusList, { container }: ContainerPlace, reason: string): ContainerStatus {
  const { name = '', image = '', resources } = container;
  const old = pod.status?.[list]?.find((status) => status.name === name);
  const fresh: ContainerStatus = {
    name,
    state: { waiting: { reason } },
    lastState: {},
    ready: false,
    started: false,
    restartCount: 0,
    image,
    imageID: '',
  };
  const given = resources && { resources: cloneJson(resources) };
  return { ...(old ?? fresh), ...given, ...(resources?.requests && { allocatedResources: { ...resources.requests } }) };
}
