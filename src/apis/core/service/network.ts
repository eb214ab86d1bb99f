import { type AddressRange, formatAddress, formatRange, type MaybePromise, parseAddress, parseRange } from '#meta';
import { ipFamilyOf } from '../../field-validation.ts';
import { bandOf, Pool } from './pool.ts';
import { type IpFamily, NO_ADDRESS, needsHealthCheckPort, nodePortsOf, type Service } from './service.ts';

interface ServiceNetworkOptions {
  /** Networks for cluster IPs, at most one per family; the first is the default. */
  readonly ranges: readonly string[];
  readonly nodePorts?: { readonly first: number; readonly last: number };
  /** Where the first address that nobody asked for is looked for, from 0 to 1. */
  readonly start?: number;
}

/** Why a number could not be had. */
export class Unavailable extends Error {}

/** Which service holds an address. */
export interface AddressHolder {
  readonly name: string;
  readonly namespace: string;
}

/** What kinds need of the addresses and ports that services share, wherever these are counted. */
export interface SharedNetwork {
  readonly families: readonly IpFamily[];
  /** A certain address, or any when none is named. Throws `Unavailable`. */
  takeAddress(family: string, address: string | undefined, holder: AddressHolder): MaybePromise<string>;
  giveBackAddress(address: string): MaybePromise<void>;
  /** A certain port, or any when none is named. Throws `Unavailable`. */
  takePort(port?: number): MaybePromise<number>;
  giveBackPort(port: number): MaybePromise<void>;
  /** Takes back what a service held that is gone. */
  vacate(service: Service): MaybePromise<void>;
  /** What taking would give now. Nothing is taken. */
  tryAddress(family: string, address?: string): MaybePromise<string>;
  tryPort(port?: number): MaybePromise<number>;
}

/** The addresses and ports that services hold, in memory: whoever starts the server tells it what is in the store. */
export class ServiceNetwork implements SharedNetwork {
  readonly families: readonly IpFamily[];
  readonly #addresses: ReadonlyMap<string, AddressPool>;
  readonly #ports: PortPool;

  constructor({ ranges, nodePorts = { first: 30_000, last: 32_767 }, start = 0 }: ServiceNetworkOptions) {
    const pools = ranges.map((range) => new AddressPool(range, start));
    this.#addresses = new Map(pools.map((pool) => [pool.family, pool]));
    this.families = [...new Set(pools.map(({ family }) => family))];
    this.#ports = new PortPool(nodePorts.first, nodePorts.last);
  }
  /** Notes what a service that is already there holds. */
  occupy(service: Service): void {
    for (const address of heldAddresses(service)) this.noteAddress(address);
    for (const port of heldPorts(service)) this.#ports.note(port);
  }
  tryAddress(family: string, wanted?: string): string {
    if (wanted !== undefined) this.#addresses.get(family)?.mustContain(wanted);
    const address = this.takeAddress(family, wanted);
    this.giveBackAddress(address);
    return address;
  }
  tryPort(wanted?: number): number {
    const port = this.takePort(wanted);
    this.giveBackPort(port);
    return port;
  }
  /** Somebody else has it. */
  noteAddress(address: string): void {
    this.#poolOf(address)?.note(address);
  }
  vacate(service: Service): void {
    for (const address of heldAddresses(service)) this.giveBackAddress(address);
    for (const port of heldPorts(service)) this.giveBackPort(port);
  }
  takeAddress(family: string, address?: string): string {
    const pool = this.#addresses.get(family);
    if (pool === undefined) throw new Unavailable(`${family} is not configured on this cluster`);
    return address === undefined ? pool.takeNext() : pool.take(address);
  }
  giveBackAddress(address: string): void {
    this.#poolOf(address)?.giveBack(address);
  }
  takePort(port?: number): number {
    return port === undefined ? this.#ports.takeNext() : this.#ports.take(port);
  }
  giveBackPort(port: number): void {
    this.#ports.giveBack(port);
  }
  #poolOf(address: string): AddressPool | undefined {
    const family = ipFamilyOf(address);
    return family === undefined ? undefined : this.#addresses.get(family);
  }
}

/** The cluster IPs of a service. */
export function heldAddresses({ spec = {} }: Service): readonly string[] {
  return spec.type === 'ExternalName' ? [] : (spec.clusterIPs ?? []).filter((address) => address !== NO_ADDRESS);
}

/** Its node ports, and that of its health check. */
export function heldPorts({ spec = {} }: Service): readonly number[] {
  const check = needsHealthCheckPort(spec) && spec.healthCheckNodePort ? [spec.healthCheckNodePort] : [];
  return [...nodePortsOf(spec), ...check];
}

class AddressPool {
  readonly family: IpFamily;
  readonly #range: AddressRange;
  readonly #width: number;
  readonly #usable: bigint;
  readonly #pool: Pool;

  constructor(text: string, start: number) {
    const range = parseRange(text);
    if (range === undefined) throw new Error(`not a network: ${text}`);
    this.#range = range;
    this.family = range.address.family === 4 ? 'IPv4' : 'IPv6';
    this.#width = range.address.family === 4 ? 32 : 128;
    const size = 1n << BigInt(this.#width - range.bits);
    // The network's own address is nobody's; in IPv4 neither is the broadcast address.
    this.#usable = size - (range.address.family === 4 ? 2n : 1n);
    this.#pool = new Pool(this.#usable, bandOf(size, { share: 16n, most: 256n }), start);
  }
  take(text: string): string {
    const offset = this.#offsetOf(text);
    if (offset === undefined) throw new Unavailable('the provided network does not match the current range');
    this.mustContain(text);
    if (!this.#pool.take(offset)) throw new Unavailable('provided IP is already allocated');
    return text;
  }
  /** Whoever only asks is told of the range alone; whoever takes one, first that no network has it. */
  mustContain(text: string): void {
    const offset = this.#offsetOf(text);
    if (offset !== undefined && offset >= 0n && offset < this.#usable) return;
    throw new Unavailable(
      `the provided IP (${text}) is not in the valid range. The range of valid IPs is ${formatRange(this.#range)}`,
    );
  }
  takeNext(): string {
    const offset = this.#pool.takeNext();
    if (offset === undefined) throw new Unavailable('range is full');
    const { address, network } = this.#range;
    return formatAddress({ ...address, mapped: false, value: network + 1n + offset });
  }
  note(text: string): void {
    const offset = this.#offsetOf(text);
    if (offset !== undefined && offset >= 0n && offset < this.#usable) this.#pool.take(offset);
  }
  giveBack(text: string): void {
    const offset = this.#offsetOf(text);
    if (offset !== undefined) this.#pool.giveBack(offset);
  }
  /** Counted from the first usable address; undefined outside of the network. */
  #offsetOf(text: string): bigint | undefined {
    const address = parseAddress(text);
    if (address === undefined || ipFamilyOf(text) !== this.family) return undefined;
    const value = address.mapped ? address.value & 0xffffffffn : address.value;
    const beyond = BigInt(this.#width - this.#range.bits);
    return value >> beyond === this.#range.network >> beyond ? value - this.#range.network - 1n : undefined;
  }
}

class PortPool {
  readonly #first: number;
  readonly #last: number;
  readonly #pool: Pool;

  constructor(first: number, last: number) {
    this.#first = first;
    this.#last = last;
    const size = BigInt(last - first + 1);
    this.#pool = new Pool(size, bandOf(size, { share: 32n, most: 128n }));
  }
  take(port: number): number {
    if (port < this.#first || port > this.#last) {
      const valid = `${this.#first}-${this.#last}`;
      throw new Unavailable(`provided port is not in the valid range. The range of valid ports is ${valid}`);
    }
    if (!this.#pool.take(BigInt(port - this.#first))) throw new Unavailable('provided port is already allocated');
    return port;
  }
  takeNext(): number {
    const offset = this.#pool.takeNext();
    if (offset === undefined) throw new Unavailable('range is full');
    return this.#first + Number(offset);
  }
  note(port: number): void {
    if (port >= this.#first && port <= this.#last) this.#pool.take(BigInt(port - this.#first));
  }
  giveBack(port: number): void {
    this.#pool.giveBack(BigInt(port - this.#first));
  }
}
