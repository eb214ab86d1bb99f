import type { DiscoveryV1 } from '#apis';
import { storedEqual } from '#meta';
import type { EndpointPort } from '../endpoints/subsets.ts';

export type Endpoint = DiscoveryV1['Endpoint'];

export type EndpointSlice = DiscoveryV1['EndpointSlice'];

/** Endpoints that share their ports and the type of their addresses: they can lie in one slice. */
export interface EndpointGroup {
  readonly addressType: string;
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

export interface SlicePlan {
  readonly create: readonly EndpointGroup[];
  readonly edit: readonly { readonly slice: EndpointSlice; readonly group: EndpointGroup }[];
  readonly remove: readonly EndpointSlice[];
}

/**
 * How the slices that are there become those that are wanted, with few changes: an endpoint stays in the slice where it
 * is, new ones fill up slices with room, and a slice that has lost its last endpoint goes.
 */
export function planSlices(
  groups: readonly EndpointGroup[],
  slices: readonly EndpointSlice[],
  capacity: number,
): SlicePlan {
  const plan: Growing = { create: [], edit: [], remove: [] };
  const left = new Set(slices);
  for (const group of groups) {
    const own = slices.filter((slice) => left.has(slice) && keyOfSlice(slice) === keyOfGroup(group));
    for (const slice of own) left.delete(slice);
    fill({ group, slices: own, capacity }, plan);
  }
  return { ...plan, remove: [...plan.remove, ...left] };
}

interface Growing {
  readonly create: EndpointGroup[];
  readonly edit: { readonly slice: EndpointSlice; readonly group: EndpointGroup }[];
  readonly remove: EndpointSlice[];
}

interface Filling {
  readonly group: EndpointGroup;
  readonly slices: readonly EndpointSlice[];
  readonly capacity: number;
}

function fill({ group, slices, capacity }: Filling, plan: Growing): void {
  const wanted = new Map(group.endpoints.map((endpoint) => [identityOf(endpoint), endpoint]));
  const parts = slices.map((slice) => ({ slice, endpoints: stay(slice, wanted) }));
  const fresh = [...wanted.values()];
  for (const part of parts.toSorted((a, b) => b.endpoints.length - a.endpoints.length)) {
    part.endpoints.push(...fresh.splice(0, Math.max(0, capacity - part.endpoints.length)));
  }
  // A group without endpoints keeps one slice, which is empty.
  const kept = parts.find(({ endpoints }) => endpoints.length > 0) ?? parts[0];
  for (const part of parts) {
    const { slice, endpoints } = part;
    if (endpoints.length === 0 && part !== kept) plan.remove.push(slice);
    else plan.edit.push({ slice, group: { ...group, endpoints } });
  }
  while (fresh.length > 0 || (parts.length === 0 && plan.create.every((made) => !isOf(made, group)))) {
    plan.create.push({ ...group, endpoints: fresh.splice(0, capacity) });
  }
}

const isOf = (made: EndpointGroup, group: EndpointGroup): boolean => keyOfGroup(made) === keyOfGroup(group);

/** Those of a slice that are still wanted, as they should be now. They are taken out of what is wanted. */
function stay({ endpoints }: EndpointSlice, wanted: Map<string, Endpoint>): Endpoint[] {
  return (endpoints ?? []).flatMap((endpoint) => {
    const identity = identityOf(endpoint);
    const now = wanted.get(identity);
    wanted.delete(identity);
    return now === undefined ? [] : [now];
  });
}

function identityOf({ addresses, targetRef, hostname }: Endpoint): string {
  return JSON.stringify([addresses, targetRef?.uid ?? '', hostname ?? '']);
}

function keyOfSlice({ addressType = '', ports }: EndpointSlice): string {
  return keyOf(addressType, ports ?? []);
}
const keyOfGroup = ({ addressType, ports }: EndpointGroup): string => keyOf(addressType, ports);

function keyOf(addressType: string, ports: readonly EndpointPort[]): string {
  const texts = ports.map(({ name = '', port = 0, protocol = '', appProtocol = '' }) =>
    JSON.stringify([name, port, protocol, appProtocol]),
  );
  return JSON.stringify([addressType, ...texts.sort()]);
}

export interface SliceLook {
  readonly labels: { [key: string]: string };
  readonly annotations?: { [key: string]: string };
}

/** Whether a slice is as it should be. Annotations count only where they are given. */
export function isAsWanted(
  slice: EndpointSlice,
  { endpoints }: EndpointGroup,
  { labels, annotations }: SliceLook,
): boolean {
  return (
    storedEqual(slice.metadata.labels, labels) &&
    (annotations === undefined || storedEqual(slice.metadata.annotations, annotations)) &&
    sameEndpoints(slice.endpoints ?? [], endpoints)
  );
}

function sameEndpoints(a: readonly Endpoint[], b: readonly Endpoint[]): boolean {
  return a.length === b.length && a.every((endpoint, i) => storedEqual(endpoint, b[i]));
}
