import type { TlsOptions } from '#http2';
import { EtcdClient } from '../engines/etcd/etcd-client.ts';
import { int, message, nested, text } from '../engines/etcd/message.ts';
import type { TestEtcd } from './etcd.ts';
import { quickClock, silentLog } from './world.ts';

const AS_LONG_AS_IT_TAKES = 3_600_000;
const nothing = message({});
const named = message({ name: text(1), password: text(2), role: text(2) });
const READ_AND_WRITE = 2;
const permission = message({ type: int(1), key: text(2), rangeEnd: text(3) });
const granted = message({ name: text(1), permission: nested(2, permission) });

interface EtcdUser {
  readonly name: string;
  readonly password: string;
}
interface UserManagement {
  call(method: string, request: { name?: string; password?: string; role?: string }): Promise<unknown>;
  /** Lets a role read and write the keys in a folder. */
  grant(role: string, folder: string): Promise<unknown>;
}
/** Who does it. */
interface Manager {
  readonly user?: EtcdUser;
  readonly tls?: TlsOptions;
}

export const etcdRoot: EtcdUser = { name: 'root', password: 'secret' };

/** What whoever runs an etcd does to its users. */
export async function manageUsers(
  { url }: TestEtcd,
  manager: Manager,
  work: (manage: UserManagement) => Promise<unknown>,
): Promise<void> {
  const client = new EtcdClient({
    servers: [url],
    ...manager,
    clock: quickClock(AS_LONG_AS_IT_TAKES),
    log: silentLog,
  });
  const path = (method: string): string => `/etcdserverpb.Auth/${method}`;
  await work({
    call: (method, request) => client.call({ path: path(method), request: named, response: nothing }, request),
    grant: (name, folder) =>
      client.call(
        { path: path('RoleGrantPermission'), request: granted, response: nothing },
        { name, permission: { type: READ_AND_WRITE, key: `${folder}/`, rangeEnd: `${folder}0` } },
      ),
  });
  client.close();
}

/** From now on it asks everybody who they are. */
export async function enableUsers(etcd: TestEtcd, manager: Manager = {}): Promise<void> {
  await manageUsers(etcd, manager, async ({ call }) => {
    await call('UserAdd', etcdRoot);
    await call('RoleAdd', { name: 'root' });
    await call('UserGrantRole', { name: 'root', role: 'root' });
    await call('AuthEnable', {});
  });
}
