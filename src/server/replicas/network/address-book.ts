import { type AddressHolder, type IpFamily, Unavailable } from '#apis';
import type { Catalog } from '#machinery';
import { ApiError, type KubeObject } from '#meta';
import { type Access, create, parseEntry, type Registry, remove, systemAccess } from '#registry';

/** What allocates addresses, as kube-apiserver calls it. */
const MANAGER = 'ipallocator.k8s.io';
const FAMILY_LABEL = 'ipaddress.kubernetes.io/ip-family';
const MANAGER_LABEL = 'ipaddress.kubernetes.io/managed-by';

export type IpAddress = KubeObject & {
  readonly spec?: { readonly parentRef?: { readonly namespace?: string; readonly name?: string } };
};

interface AddressBookParts {
  registry(): Registry;
  catalog(): Catalog;
}

/** Which cluster IPs are taken: an IPAddress object for each, which only one server can create. */
export class AddressBook {
  readonly #parts: AddressBookParts;

  constructor(parts: AddressBookParts) {
    this.#parts = parts;
  }

  /** Throws `Unavailable` when somebody has it. */
  async take(address: string, holder: AddressHolder): Promise<void> {
    const access = this.#access();
    try {
      if (access !== undefined) await create(access, addressOf(address, holder));
    } catch (error) {
      if (!isReason(error, 'AlreadyExists')) throw error;
      throw new Unavailable('provided IP is already allocated');
    }
  }

  /** `uid`: only if it is still this one. */
  async giveBack(address: string, uid?: string): Promise<void> {
    const access = this.#access();
    try {
      const preconditions = uid === undefined ? {} : { preconditions: { uid } };
      if (access !== undefined) await remove(access, address, { dryRun: [], ...preconditions });
    } catch (error) {
      if (!isReason(error, 'NotFound') && !isReason(error, 'Conflict')) throw error;
    }
  }

  /** Those that servers made for services. */
  async list(): Promise<readonly IpAddress[]> {
    const objects = this.objects();
    if (objects === undefined) return [];
    const { entries } = await objects.list({ under: '', freshness: { need: 'newest' } });
    const readable = entries.filter(({ damage }) => damage === undefined);
    return readable.map((entry) => parseEntry(entry) as IpAddress).filter(isManaged);
  }

  /** Undefined where they are not served. */
  objects() {
    const resource = this.#resource();
    return resource && this.#parts.registry().collection(resource.definition.storagePrefix);
  }

  #access(): Access | undefined {
    const resource = this.#resource();
    return resource && systemAccess(this.#parts.registry(), { resource, namespace: '' });
  }
  #resource() {
    return this.#parts.catalog().find('networking.k8s.io', 'v1', 'ipaddresses');
  }
}

function addressOf(name: string, holder: AddressHolder): KubeObject {
  const family: IpFamily = name.includes(':') ? 'IPv6' : 'IPv4';
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IPAddress',
    metadata: { name, labels: { [FAMILY_LABEL]: family, [MANAGER_LABEL]: MANAGER } },
    spec: { parentRef: { group: '', resource: 'services', namespace: holder.namespace, name: holder.name } },
  };
}

const isManaged = ({ metadata }: IpAddress): boolean => metadata.labels?.[MANAGER_LABEL] === MANAGER;

const isReason = (error: unknown, reason: string): boolean => error instanceof ApiError && error.reason === reason;
