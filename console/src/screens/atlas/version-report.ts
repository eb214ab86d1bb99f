import { askPinnace } from '../../api/pinnace-paths.ts';

export const VERSIONS_PATH = '/pinnace/storage-versions';
export const CLIENTS_PATH = '/pinnace/api-clients';

/** One version of a resource, and what lies in it. */
export interface VersionReport {
  readonly version: string;
  readonly served: boolean;
  readonly deprecated?: boolean;
  /** New writes lie in it. */
  readonly storage: boolean;
  /** The status of the definition names it; absent where there is no such status. */
  readonly stored?: boolean;
  /** It is not a version of the resource any more. */
  readonly gone?: boolean;
  readonly objects: number;
  readonly oldest?: { readonly namespace?: string; readonly name: string; readonly created?: string };
}

export interface ResourceReport {
  readonly name: string;
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly origin: string;
  readonly versions: readonly VersionReport[];
  readonly unreadable: number;
  readonly lastMigration?: string;
}

/** Who used a version of a resource that has several. */
export interface ApiClient {
  readonly client: string;
  readonly user: string;
  readonly resource: string;
  readonly version: string;
  readonly lastUse: string;
  /** Requests in the last hour. */
  readonly lastHour: number;
}

export const readReports = async (signal?: AbortSignal): Promise<readonly ResourceReport[] | undefined> =>
  (await askPinnace<{ readonly resources: readonly ResourceReport[] }>({ path: VERSIONS_PATH }, signal))?.resources;

export const readReport = (name: string, signal?: AbortSignal): Promise<ResourceReport | undefined> =>
  askPinnace({ path: `${VERSIONS_PATH}/${encodeURIComponent(name)}` }, signal);

export const readClients = async (signal?: AbortSignal): Promise<readonly ApiClient[] | undefined> =>
  (await askPinnace<{ readonly clients: readonly ApiClient[] }>({ path: CLIENTS_PATH }, signal))?.clients;
