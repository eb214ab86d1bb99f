import { describe, expect, it } from 'vitest';
import type { Lookup } from '../lookup.ts';
import { type Pod, type PodSpec, resources } from '../objects.ts';
import {
  admit,
  lookupIn,
  pod,
  refusal,
  requestFor,
  type Stored,
  stored,
  world,
} from '../testing/admission-requests.ts';
import { serviceAccount } from './service-account.ts';

const account = (name: string, rest: object = {}, metadata: object = {}): Stored =>
  stored(resources.serviceAccounts, name, { metadata: { namespace: 'ns', ...metadata }, ...rest });
const plugin = (...known: Stored[]) => serviceAccount(lookupIn(known), world);
const specAfter = async (known: Stored[], spec: object = {}): Promise<PodSpec> =>
  ((await admit(plugin(...known), requestFor({ object: pod(spec) }))) as Pod).spec ?? {};

describe('The service account of a pod', () => {
  it('is the default one if the pod names none', async () => {
    expect(await specAfter([account('default')])).toMatchObject({
      serviceAccountName: 'default',
      serviceAccount: 'default',
    });
  });
  it('must exist', async () => {
    expect(await refusal(plugin(account('default')), requestFor({ object: pod({ serviceAccountName: 'x' }) }))).toBe(
      'pods "p" is forbidden: error looking up service account ns/x: serviceaccount "x" not found',
    );
  });
  it('is awaited for a second when it is the default one', async () => {
    let waited = 0;
    const sleep = async (ms: number): Promise<void> => {
      waited += ms;
    };
    const clock = { now: () => waited, elapsed: () => waited, sleep };
    const late = { ...lookupIn([]), get: async () => (waited < 300 ? null : account('default').object) } as Lookup;
    await admit(serviceAccount(late, { ...world, clock }), requestFor({ object: pod() }));
    expect(waited).toBe(300);
    waited = 0;
    const never = serviceAccount(lookupIn([]), { ...world, clock });
    expect(await refusal(never, requestFor({ object: pod() }))).toMatch(/serviceaccount "default" not found$/);
    expect(waited).toBeGreaterThan(900);
    expect(waited).toBeLessThanOrEqual(1000);
  });
  it('gives its pull secrets to a pod that has none', async () => {
    const known = [account('default', { imagePullSecrets: [{ name: 'a' }] })];
    expect((await specAfter(known)).imagePullSecrets).toEqual([{ name: 'a' }]);
    expect((await specAfter(known, { imagePullSecrets: [{ name: 'b' }] })).imagePullSecrets).toEqual([{ name: 'b' }]);
  });
});

describe('The token of a pod', () => {
  const mount = {
    name: 'kube-api-access-xxxxx',
    readOnly: true,
    mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
  };
  it('is mounted into every container', async () => {
    const spec = await specAfter([account('default')], { initContainers: [{ name: 'i' }] });
    expect(spec.containers?.[0]?.volumeMounts).toEqual([mount]);
    expect(spec.initContainers?.[0]?.volumeMounts).toEqual([mount]);
    expect(spec.volumes).toEqual([
      {
        name: mount.name,
        projected: {
          defaultMode: 420,
          sources: [
            { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
            { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
            {
              downwardAPI: {
                items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
              },
            },
          ],
        },
      },
    ]);
  });
  it('makes way for what is mounted there already', async () => {
    const own = { name: 'own', mountPath: mount.mountPath };
    const spec = await specAfter([account('default')], { containers: [{ name: 'c', volumeMounts: [own] }] });
    expect(spec.containers?.[0]?.volumeMounts).toEqual([own]);
    expect(spec.volumes).toBeUndefined();
  });
  it('is taken from a volume that is there for it', async () => {
    const volume = { name: 'kube-api-access-own', emptyDir: {} };
    const spec = await specAfter([account('default')], { volumes: [volume] });
    expect(spec.volumes).toEqual([volume]);
    expect(spec.containers?.[0]?.volumeMounts).toEqual([{ ...mount, name: volume.name }]);
  });
  it.each([
    [undefined, undefined, true],
    [undefined, false, false],
    [true, false, true],
    [false, true, false],
  ])('is wanted by the pod: %s, by the account: %s', async (byPod, byAccount, mounted) => {
    const known = [account('default', byAccount === undefined ? {} : { automountServiceAccountToken: byAccount })];
    const spec = await specAfter(known, byPod === undefined ? {} : { automountServiceAccountToken: byPod });
    expect(spec.volumes !== undefined).toBe(mounted);
  });
});

describe('An account that limits secrets', () => {
  const strict = account(
    'default',
    { secrets: [{ name: 'ok' }] },
    { annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } },
  );
  const env = (name: string) => [{ name: 'E', valueFrom: { secretKeyRef: { name, key: 'k' } } }];
  it.each<[object, string | undefined]>([
    [{ volumes: [{ name: 'v', secret: { secretName: 'ok' } }] }, undefined],
    [
      { volumes: [{ name: 'v', secret: { secretName: 'no' } }] },
      'volume with secret.secretName="no" is not allowed because service account default does not reference that secret',
    ],
    [
      { containers: [{ name: 'c', env: env('no') }] },
      'container c with envVar E referencing secret.secretName="no" is not allowed because service account default does not reference that secret',
    ],
    [
      { initContainers: [{ name: 'i', envFrom: [{ secretRef: { name: 'no' } }] }] },
      'init container i with envFrom referencing secret.secretName="no" is not allowed because service account default does not reference that secret',
    ],
    [
      { imagePullSecrets: [{ name: 'no' }] },
      'imagePullSecrets[0].name="no" is not allowed because service account default does not reference that imagePullSecret',
    ],
  ])('says of %j: %s', async (spec, why) => {
    const expected = why === undefined ? undefined : `pods "p" is forbidden: ${why}`;
    expect(await refusal(plugin(strict), requestFor({ object: pod(spec) }))).toBe(expected);
  });
  it('looks at containers that are added later', async () => {
    const spec = { serviceAccountName: 'default', ephemeralContainers: [{ name: 'e', env: env('no') }] };
    const request = requestFor({ operation: 'UPDATE', subresource: 'ephemeralcontainers', object: pod(spec) });
    expect(await refusal(plugin(strict), request)).toMatch(/: ephemeral container e with envVar E referencing/);
  });
});

describe('A mirror pod', () => {
  it.each<[object, string | undefined]>([
    [{}, undefined],
    [{ serviceAccountName: 'default' }, 'a mirror pod may not reference service accounts'],
    [{ volumes: [{ name: 'v', secret: { secretName: 's' } }] }, 'a mirror pod may not reference secrets'],
    [{ volumes: [{ name: 'v', projected: { sources: [{ secret: {} }] } }] }, 'a mirror pod may not reference secrets'],
    [
      { volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: {} }] } }] },
      'a mirror pod may not use ServiceAccountToken volume projections',
    ],
  ])('with %j: %s', async (spec, why) => {
    const object = pod(spec, { annotations: { 'kubernetes.io/config.mirror': 'x' } });
    const expected = why === undefined ? undefined : `pods "p" is forbidden: ${why}`;
    expect(await refusal(plugin(), requestFor({ object }))).toBe(expected);
    expect(object).not.toMatchObject({ spec: { volumes: [{ name: 'kube-api-access-xxxxx' }] } });
  });
});
