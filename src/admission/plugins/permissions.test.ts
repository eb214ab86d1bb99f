import { describe, expect, it } from 'vitest';
import type { IsAllowed } from '../authorization.ts';
import { resources } from '../objects.ts';
import type { AdmissionRequest } from '../plugin.ts';
import { pod, refusal, requestFor, stored } from '../testing/admission-requests.ts';
import {
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  clusterTrustBundleAttest,
} from './certificates.ts';
import { denyServiceExternalIps } from './deny-service-external-ips.ts';
import { ownerReferencesPermissionEnforcement } from './owner-references.ts';

/** Whoever has one of these may do it: `verb resource/subresource name`. */
function only(...granted: string[]): IsAllowed {
  return async (_, { verb, resource, subresource, name }) =>
    granted.includes(`${verb} ${resource}${subresource && `/${subresource}`} ${name}`)
      ? { allowed: true }
      : { allowed: false, reason: 'why' };
}

const requests = resources.certificateSigningRequests;
const signing = (rest: object) => stored(requests, 'r', rest).object;

function update(subresource: string, before: object, after: object): AdmissionRequest {
  const parts = { operation: 'UPDATE', subresource, resource: { ...requests, version: 'v1' }, namespace: '' } as const;
  return requestFor({ ...parts, object: signing(after), oldObject: signing(before) });
}

describe('Approving a certificate', () => {
  const request = update('approval', { spec: { signerName: 'x.io/y' } }, { spec: { signerName: 'mine.io/z' } });
  it.each([['approve signers x.io/y'], ['approve signers x.io/*']])('takes the right to %s', async (right) => {
    expect(await refusal(certificateApproval(only(right)), request)).toBeUndefined();
  });
  it('is for nobody else, whatever signer they put there', async () => {
    const mine = only('approve signers mine.io/z', 'sign signers x.io/y');
    expect(await refusal(certificateApproval(mine), request)).toBe(
      'certificatesigningrequests.certificates.k8s.io "r" is forbidden: user not permitted to approve requests with signerName "x.io/y"',
    );
  });
});

describe('Signing a certificate', () => {
  const before = { spec: { signerName: 'x.io/y' }, status: { conditions: [{ type: 'Approved' }] } };
  const plugin = certificateSigning(only());
  it('takes the right to sign for that signer', async () => {
    const signed = update('status', before, { ...before, status: { ...before.status, certificate: 'abc' } });
    expect(await refusal(plugin, signed)).toMatch(/user not permitted to sign requests with signerName "x.io\/y"$/);
    expect(await refusal(certificateSigning(only('sign signers x.io/y')), signed)).toBeUndefined();
  });
  it('does not happen where nothing of it changes', async () => {
    expect(await refusal(plugin, update('status', before, before))).toBeUndefined();
  });
});

describe('Telling whom to trust', () => {
  const bundle = (rest: object, metadata: object = {}) =>
    stored(resources.clusterTrustBundles, 'b', { metadata, spec: { signerName: 'x.io/y', ...rest } }).object;
  const parts = { resource: { ...resources.clusterTrustBundles, version: 'v1beta1' }, namespace: '' };
  const plugin = clusterTrustBundleAttest(only('attest signers x.io/*'));
  it('takes the right to attest for that signer', async () => {
    expect(await refusal(plugin, requestFor({ ...parts, object: bundle({}) }))).toBeUndefined();
    expect(await refusal(plugin, requestFor({ ...parts, object: bundle({ signerName: 'z.io/y' }) }))).toBe(
      'clustertrustbundles.certificates.k8s.io "b" is forbidden: user not permitted to attest for signerName "z.io/y"',
    );
    expect(await refusal(plugin, requestFor({ ...parts, object: bundle({ signerName: '' }) }))).toBeUndefined();
  });
  it('is not what the garbage collector does', async () => {
    const nobody = clusterTrustBundleAttest(only());
    const change = (after: object, metadata: object) =>
      requestFor({ ...parts, operation: 'UPDATE', object: bundle(after, metadata), oldObject: bundle({}) });
    expect(await refusal(nobody, change({}, { finalizers: ['a/b'] }))).toBeUndefined();
    expect(await refusal(nobody, change({ trustBundle: 'x' }, {}))).toBeDefined();
  });
});

describe('The subject of a certificate', () => {
  const request = (signerName: string) =>
    requestFor({ resource: { ...requests, version: 'v1' }, object: signing({ spec: { signerName, request: 'r' } }) });
  const client = 'kubernetes.io/kube-apiserver-client';
  it.each([
    [
      client,
      ['a', 'system:masters'],
      /use of kubernetes.io\/kube-apiserver-client signer with system:masters group is not allowed$/,
    ],
    [client, undefined, /failed to parse CSR$/],
  ])('is not %s in %j', async (signer, organizations, message) => {
    expect(
      await refusal(
        certificateSubjectRestriction(() => organizations),
        request(signer),
      ),
    ).toMatch(message);
  });
  it('may be what other signers allow', async () => {
    const plugin = certificateSubjectRestriction(() => ['system:masters']);
    expect(await refusal(plugin, request('x.io/y'))).toBeUndefined();
    expect(
      await refusal(
        certificateSubjectRestriction(() => ['a']),
        request(client),
      ),
    ).toBeUndefined();
  });
});

describe('External addresses of a service', () => {
  const service = (...externalIPs: string[]) => stored(resources.services, 's', { spec: { externalIPs } }).object;
  const parts = { resource: { ...resources.services, version: 'v1' } };
  it('are kept or given up, but not taken', async () => {
    const plugin = denyServiceExternalIps();
    const change = (object: ReturnType<typeof service>) =>
      requestFor({ ...parts, operation: 'UPDATE', object, oldObject: service('1.1.1.1', '2.2.2.2') });
    expect(await refusal(plugin, requestFor({ ...parts, object: service() }))).toBeUndefined();
    expect(await refusal(plugin, requestFor({ ...parts, object: service('1.1.1.1') }))).toBe(
      'services "s" is forbidden: Use of external IPs is denied by admission control',
    );
    expect(await refusal(plugin, change(service('2.2.2.2')))).toBeUndefined();
    expect(await refusal(plugin, change(service('3.3.3.3')))).toBeDefined();
  });
});

describe('Owners', () => {
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };
  const owned = (extra: object = {}) => pod({}, { ownerReferences: [{ ...owner, ...extra }] });
  const plugin = (mayDo: IsAllowed) =>
    ownerReferencesPermissionEnforcement(mayDo, (_, kind) =>
      kind === 'ConfigMap' ? [{ group: '', resource: 'configmaps', namespaced: true }] : [],
    );
  const created = (extra: object) => requestFor({ object: owned(extra) });
  const changed = requestFor({ operation: 'UPDATE', object: owned(), oldObject: pod() });
  it('are set on creation by whoever creates', async () => {
    expect(await refusal(plugin(only()), created({}))).toBeUndefined();
  });
  it('are set later by whoever may delete', async () => {
    expect(await refusal(plugin(only('delete pods p')), changed)).toBeUndefined();
    expect(await refusal(plugin(only()), changed)).toBe(
      'pods "p" is forbidden: cannot set an ownerRef on a resource you can\'t delete: why, <nil>',
    );
  });
  it('are blocked by whoever may set their finalizers', async () => {
    const blocking = created({ blockOwnerDeletion: true });
    expect(await refusal(plugin(only('update configmaps/finalizers o')), blocking)).toBeUndefined();
    expect(await refusal(plugin(only('update */finalizers *')), blocking)).toBeUndefined();
    expect(await refusal(plugin(only()), blocking)).toBe(
      'pods "p" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set finalizers on: why, <nil>',
    );
    expect(await refusal(plugin(only()), created({ blockOwnerDeletion: true, kind: 'Ghost' }))).toMatch(
      /cannot find RESTMapping for APIVersion v1 Kind Ghost: no matches for kind "Ghost" in version "v1"$/,
    );
  });
  it('stay as they are without any right', async () => {
    const same = requestFor({ operation: 'UPDATE', object: owned(), oldObject: owned() });
    expect(await refusal(plugin(only()), same)).toBeUndefined();
    expect(await refusal(plugin(only()), { ...changed, subresource: 'status' })).toBeUndefined();
  });
});
