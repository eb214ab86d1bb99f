import type { ApiRegistrationV1 } from '#apis';
import type { RequestInfo } from '#http';

export type ApiService = ApiRegistrationV1['APIService'];
export type ApiServiceSpec = ApiRegistrationV1['APIServiceSpec'];

/** The registrations that are stored, by name: `v1.example.com`. Another value when one of them has changed. */
export interface RegisteredApis {
  readonly all: readonly ApiService[];
  /** Those that other servers serve. */
  readonly remote: ReadonlyMap<string, ApiService>;
}

const nothingRegistered: RegisteredApis = { all: [], remote: new Map() };

/** The part of stored registrations that is read here. */
interface StoredApiServices {
  readonly since: number;
  readonly entries: Iterable<StoredApiService>;
}
interface StoredApiService {
  readonly key: string;
  /** Why it cannot be read, if it cannot. */
  readonly damage?: unknown;
  /** What `make` gives, made once for each stored object. */
  memo<T>(name: string, make: () => T): T;
}

interface RegisteredApisParts {
  /** What is in memory; undefined while it has not been read. */
  stored(): StoredApiServices | undefined;
  read(entry: StoredApiService): ApiService;
}

/** Reads registrations anew when one of them has changed. Where all are local, asking costs a comparison. */
export function registeredApis({ stored, read }: RegisteredApisParts): () => RegisteredApis {
  let since = -1;
  let known = nothingRegistered;
  return () => {
    const now = stored();
    if (now === undefined || now.since === since) return known;
    since = now.since;
    const readable = [...now.entries].filter(({ damage }) => damage === undefined);
    const all = readable.map((entry) => entry.memo('apiservice', () => read(entry)));
    const remote = all.filter(({ spec }) => spec?.service !== undefined);
    known = { all, remote: new Map(remote.map((service) => [service.metadata.name ?? '', service])) };
    return known;
  };
}

/** Whether the last look at it was good. */
export function isAvailable({ status }: ApiService): boolean {
  return status?.conditions?.find(({ type }) => type === 'Available')?.status === 'True';
}

/** The name of the registration that a request falls under: `v1.example.com`; undefined for what belongs to no version. */
export function registrationOf(info: RequestInfo): string | undefined {
  if (info.isResource) return `${info.version}.${info.group}`;
  const [root, group = '', version = '', ...rest] = info.path.replace(/\/+$/, '').slice(1).split('/');
  return root === 'apis' && version !== '' && rest.length === 0 ? `${version}.${group}` : undefined;
}
