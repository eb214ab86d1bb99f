import type { Engine } from '../../engine.ts';
import { StorageFailure } from '../../engine.ts';
import { methods } from './etcd-api.ts';
import { EtcdClient, type EtcdClientOptions } from './etcd-client.ts';
import { EtcdEngine, type EtcdEngineOptions } from './etcd-engine.ts';
import { storageFailure } from './etcd-failure.ts';

export type EtcdSettings = EtcdClientOptions & Omit<EtcdEngineOptions, 'client'>;

/** The first release whose watches tell all that is needed. */
const OLDEST_MINOR = 4;

/** Finds a member that answers. Throws a `StorageFailure` that says what to do. */
export async function openEtcd(settings: EtcdSettings): Promise<Engine> {
  const client = new EtcdClient(settings);
  try {
    const { version } = await client.call(methods.status, {});
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major < 3 || (major === 3 && minor < OLDEST_MINOR)) {
      throw new StorageFailure(`etcd ${version} is too old: 3.${OLDEST_MINOR} or newer is needed.`);
    }
    const engine = new EtcdEngine({ ...settings, client });
    await engine.assertPermitted();
    return engine;
  } catch (error) {
    client.close();
    throw storageFailure(error);
  }
}
