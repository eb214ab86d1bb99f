import type { RequestContext, Reservation } from '#machinery';
import { apiErrors, type FieldError, fieldErrors, path } from '#meta';
import { Claim } from './claim.ts';
import { prefersAsBefore, settleFamilies } from './ip-families.ts';
import { keepAllocated, settleClusterIps } from './linked-fields.ts';
import { type SharedNetwork, Unavailable } from './network.ts';
import {
  allocatesNodePorts,
  isHeadless,
  needsHealthCheckPort,
  needsNodePort,
  nodePortsOf,
  type Service,
  type ServiceSpec,
  specOf,
} from './service.ts';

const invalid = (service: Service, faults: readonly FieldError[]): Error =>
  apiErrors.invalid({ group: '', kind: 'Service' }, service.metadata.name ?? '', faults);

/** Gives a service the addresses and ports that it needs; what it no longer needs goes back when the write is done. */
export async function reserveForService(
  network: SharedNetwork,
  { service, live, context }: { service: Service; live: Service | undefined; context: RequestContext },
): Promise<Reservation> {
  const { name = '', namespace = context.namespace } = service.metadata;
  const claim = new Claim(network, { holder: { name, namespace }, isTrial: context.dryRun });
  const spec = specOf(service);
  const before = live?.spec;
  try {
    if (before !== undefined) keepAllocated(spec, before);
    settleClusterIps(spec, before);
    const faults = settleFamilies(spec, before, network.families);
    if (faults.length > 0) throw invalid(service, faults);
    await claimAddresses(claim, service, before);
    await claimNodePorts(claim, service, before);
    await claimHealthCheckPort(claim, spec, before);
  } catch (error) {
    await claim.release();
    throw error;
  }
  return claim;
}

async function claimAddresses(claim: Claim, service: Service, before: ServiceSpec | undefined): Promise<void> {
  const spec = specOf(service);
  if (before !== undefined && before.type !== 'ExternalName') {
    await changeAddresses(claim, service, before);
    return;
  }
  if (spec.type === 'ExternalName' || isHeadless(spec)) return;
  for (const [at, family] of (spec.ipFamilies ?? []).entries()) {
    setAddress(spec, at, await claimAddress(claim, { service, family, wanted: spec.clusterIPs?.[at] }));
  }
}

/** The first address stays for life; only the second can come and go, or all of them with the type. */
async function changeAddresses(claim: Claim, service: Service, before: ServiceSpec): Promise<void> {
  const spec = specOf(service);
  if (prefersAsBefore(spec, before) || isHeadless(before)) return;
  const was = before.clusterIPs ?? [];
  if (spec.type === 'ExternalName') {
    for (const address of was) claim.giveBackAddress(address);
    return;
  }
  const now = spec.ipFamilies?.length ?? 0;
  const then = before.ipFamilies?.length ?? 0;
  if (then === 1 && now === 2) {
    const [, family = ''] = spec.ipFamilies ?? [];
    setAddress(spec, 1, await claimAddress(claim, { service, family, wanted: spec.clusterIPs?.[1] }));
  }
  if (then === 2 && now === 1 && was[1] !== undefined) claim.giveBackAddress(was[1]);
}

function setAddress(spec: ServiceSpec, at: number, address: string): void {
  const addresses = [...(spec.clusterIPs ?? [])];
  addresses[at] = address;
  spec.clusterIPs = addresses;
  if (at === 0) spec.clusterIP = address;
}

interface AddressWish {
  readonly service: Service;
  readonly family: string;
  readonly wanted: string | undefined;
}

async function claimAddress(claim: Claim, { service, family, wanted }: AddressWish): Promise<string> {
  try {
    return await claim.address(family, wanted || undefined);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    if (!wanted) {
      throw apiErrors.internal(
        `failed to allocate a serviceIP for Service "${service.metadata.name}": ${error.message}`,
      );
    }
    const why = `failed to allocate IP ${wanted}: ${error.message}`;
    throw invalid(service, [fieldErrors.invalid(path('spec', 'clusterIPs'), service.spec?.clusterIPs ?? [], why)]);
  }
}

async function claimNodePorts(claim: Claim, service: Service, before: ServiceSpec | undefined): Promise<void> {
  const spec = specOf(service);
  const held = new Set(before === undefined ? [] : nodePortsOf(before));
  if (needsNodePort(spec)) {
    const byPort = before === undefined ? new Map<number, number>() : undefined;
    const mine = new Set(held);
    for (const at of (spec.ports ?? []).keys()) await claimNodePort(claim, { service, at, mine, byPort });
  }
  const kept = new Set(needsNodePort(spec) ? nodePortsOf(spec) : []);
  for (const port of held) if (!kept.has(port)) claim.giveBackPort(port);
}

interface PortWish {
  readonly service: Service;
  readonly at: number;
  /** Node ports that are this service's already. */
  readonly mine: Set<number>;
  /** When creating: ports of one number (TCP and UDP 53) share a node port. */
  readonly byPort: Map<number, number> | undefined;
}

async function claimNodePort(claim: Claim, { service, at, mine, byPort }: PortWish): Promise<void> {
  const spec = specOf(service);
  const entry = spec.ports?.[at];
  if (entry === undefined || (!entry.nodePort && !allocatesNodePorts(spec))) return;
  const number = entry.port ?? 0;
  const shared = byPort?.get(number);
  if (shared !== undefined && (!entry.nodePort || entry.nodePort === shared)) {
    entry.nodePort = shared;
    return;
  }
  const asked = shared === undefined && byPort !== undefined ? askedFor(spec, number) : entry.nodePort;
  if (asked && byPort === undefined && mine.has(asked)) return;
  const nodePort = await takeNodePort(claim, { service, at, asked });
  mine.add(nodePort);
  entry.nodePort = nodePort;
  if (shared === undefined) byPort?.set(number, nodePort);
}

/** The node port that the user named for some port of this number. */
function askedFor({ ports = [] }: ServiceSpec, number: number): number | undefined {
  return ports.find(({ port, nodePort }) => port === number && nodePort)?.nodePort;
}

interface PortRequest {
  readonly service: Service;
  readonly at: number;
  readonly asked: number | undefined;
}

async function takeNodePort(claim: Claim, { service, at, asked }: PortRequest): Promise<number> {
  try {
    return await claim.port(asked || undefined);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    if (!asked) throw apiErrors.internal(`failed to allocate a nodePort: ${error.message}`);
    const field = path('spec', 'ports').index(at).child('nodePort');
    throw invalid(service, [fieldErrors.invalid(field, asked, error.message)]);
  }
}

async function claimHealthCheckPort(claim: Claim, spec: ServiceSpec, before: ServiceSpec | undefined): Promise<void> {
  const needed = before !== undefined && needsHealthCheckPort(before);
  if (needed && !needsHealthCheckPort(spec) && before.healthCheckNodePort) {
    claim.giveBackPort(before.healthCheckNodePort);
  }
  if (needed || !needsHealthCheckPort(spec)) return;
  const asked = spec.healthCheckNodePort || undefined;
  try {
    spec.healthCheckNodePort = await claim.port(asked);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    const what = asked === undefined ? 'a HealthCheck NodePort 0' : `requested HealthCheck NodePort ${asked}`;
    throw apiErrors.internal(`failed to allocate ${what}: ${error.message}`);
  }
}
