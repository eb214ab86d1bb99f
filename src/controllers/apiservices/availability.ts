import type { ApiRegistrationV1, CoreV1, DiscoveryV1 } from '#apis';

export type ApiServiceSpec = ApiRegistrationV1['APIServiceSpec'];
type Condition = ApiRegistrationV1['APIServiceCondition'];
export type ApiService = ApiRegistrationV1['APIService'];

type Service = CoreV1['Service'];
type EndpointSlice = DiscoveryV1['EndpointSlice'];

/** The service behind a registered API, and what is known of it. */
export interface Backing {
  /** Null when there is none. */
  readonly service: Service | null;
  readonly slices: readonly EndpointSlice[];
}

export type Finding = Required<Pick<Condition, 'status' | 'reason' | 'message'>>;

export const localFinding: Finding = {
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
};

/** What is missing before its server can be asked; undefined when nothing is. k8s: controllers/status/remote */
export function backingFinding(spec: ApiServiceSpec, backing: Backing): Finding | undefined {
  const { service: reference = {} } = spec;
  const { namespace = '', name = '', port = 443 } = reference;
  const which = `service/${name} in ${JSON.stringify(namespace)}`;
  const { service } = backing;
  if (service === null) return not('ServiceNotFound', `${which} is not present`);
  const { type = 'ClusterIP', ports = [] } = service.spec ?? {};
  if (type === 'ClusterIP') {
    const found = ports.find((one) => one.port === port);
    if (found === undefined) return not('ServicePortError', `${which} is not listening on port ${port}`);
    if (backing.slices.length === 0) return not('EndpointsNotFound', `cannot find endpointslices for ${which}`);
    const portName = found.name ?? '';
    if (!backing.slices.some((slice) => isActive(slice, portName))) {
      const why = `have no addresses with port name ${JSON.stringify(portName)}`;
      return not('MissingEndpoints', `endpointslices for ${which} ${why}`);
    }
  }
  return undefined;
}

/** What asking the server has shown. */
export const checkFinding = (fault: string | undefined): Finding =>
  fault === undefined
    ? { status: 'True', reason: 'Passed', message: 'all checks passed' }
    : not('FailedDiscoveryCheck', fault);

const not = (reason: string, message: string): Finding => ({ status: 'False', reason, message });

function isActive({ ports, endpoints }: EndpointSlice, portName: string): boolean {
  const listens = (ports ?? []).some(({ name = '', port }) => name === portName && port !== undefined);
  return listens && (endpoints ?? []).some(({ conditions }) => conditions?.ready !== false);
}

const AVAILABLE = 'Available';

/** The conditions with the finding in them; undefined when it is there already. */
export function conditionsWith(before: readonly Condition[], finding: Finding, now: string): Condition[] | undefined {
  const old = before.find(({ type }) => type === AVAILABLE);
  const isTold = old?.status === finding.status && old.reason === finding.reason && old.message === finding.message;
  if (isTold) return undefined;
  const lastTransitionTime = (old?.status === finding.status ? old.lastTransitionTime : undefined) ?? now;
  const { status, reason, message } = finding;
  const told: Condition = { type: AVAILABLE, status, lastTransitionTime, reason, message };
  return old === undefined ? [...before, told] : before.map((one) => (one === old ? told : one));
}
