import type { EtcdSettings } from '#storage';
import { readOptionFile } from './given-credentials.ts';
import type { Options } from './options.ts';
import { StartError } from './start-error.ts';

/** The prefix of the keys of objects, whatever they begin with in etcd, and of what is ours alone. */
const OBJECTS = '/registry';
const OWN = '/pinnace';

/** Whether the options ask for an etcd. */
export function isOnEtcd({ storage, etcdServers }: Pick<Options, 'storage' | 'etcdServers'>): boolean {
  return storage === 'etcd' || etcdServers.length > 0;
}

/** Whether the options ask to show a snapshot of one: nothing is written then. */
export function isOfSnapshot({
  fromEtcdSnapshot,
  snapshotReadOnly,
}: Pick<Options, 'fromEtcdSnapshot' | 'snapshotReadOnly'>): boolean {
  return fromEtcdSnapshot !== '' && snapshotReadOnly;
}

/** How the key of an object is called in the etcd. */
export function etcdKey(key: string, { etcdPrefix }: Pick<Options, 'etcdPrefix'>): string {
  return key.startsWith(`${OBJECTS}/`) ? etcdPrefix + key.slice(OBJECTS.length) : key;
}

/** Where the objects lie in a snapshot of an etcd. */
export const snapshotKeys = ({ etcdPrefix }: Pick<Options, 'etcdPrefix'>) => ({ ours: OBJECTS, theirs: etcdPrefix });

/** What the options say of it. Files are read now, so that a wrong one is told at the start. */
export async function etcdSettings(options: Options): Promise<Omit<EtcdSettings, 'clock' | 'log'>> {
  assertAgreement(options);
  const { etcdServers, etcdPrefix, etcdCafile, etcdCertfile, etcdKeyfile, etcdUsername, etcdPasswordFile } = options;
  const password = await readGiven('etcd-password-file', etcdPasswordFile);
  return {
    servers: etcdServers.map(serverUrl),
    tls: {
      ca: await readGiven('etcd-cafile', etcdCafile),
      cert: await readGiven('etcd-certfile', etcdCertfile),
      key: await readGiven('etcd-keyfile', etcdKeyfile),
    },
    user: etcdUsername === '' ? undefined : { name: etcdUsername, password: password?.trim() ?? '' },
    spaces: [
      { ours: OBJECTS, theirs: etcdPrefix },
      { ours: OWN, theirs: OWN + etcdPrefix },
    ],
  };
}

function assertAgreement(options: Options): void {
  const { ephemeral, etcdServers, storage, source, etcdPrefix, etcdCertfile, etcdKeyfile, etcdUsername } = options;
  if (etcdServers.length === 0) throw new StartError('--storage etcd needs --etcd-servers: the URLs of its members.');
  if (storage === 'journal' && source.storage !== 'default') {
    throw new StartError('--storage journal and --etcd-servers contradict each other: leave one of them out.');
  }
  if (ephemeral)
    throw new StartError('--ephemeral keeps objects in memory, and --etcd-servers in an etcd: leave one of them out.');
  if (!/^\/[^/]+(\/[^/]+)*$/.test(etcdPrefix)) {
    throw new StartError(
      `--etcd-prefix ${etcdPrefix}: it begins with a slash and does not end with one, as /registry.`,
    );
  }
  if ((etcdCertfile === '') !== (etcdKeyfile === '')) {
    throw new StartError('--etcd-certfile and --etcd-keyfile belong together: give both.');
  }
  if (etcdUsername === '' && options.etcdPasswordFile !== '') {
    throw new StartError('--etcd-password-file needs --etcd-username.');
  }
}

function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new StartError(`--etcd-servers: ${text} is not a URL like https://10.0.0.1:2379.`);
  }
  return url.origin;
}

async function readGiven(option: string, file: string): Promise<string | undefined> {
  return file === '' ? undefined : readOptionFile(option, file);
}
