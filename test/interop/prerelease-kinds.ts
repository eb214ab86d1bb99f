import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TriedKind } from '../conformance/kinds.ts';

const inNamespace = { namespaced: true } as const;
const cluster = { namespaced: false } as const;

/** What openssl makes, in PEM. */
function pem(...request: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-interop-'));
  const out = join(folder, 'out.pem');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', join(folder, 'key')];
  try {
    execFileSync('openssl', ['req', ...request, ...key, '-subj', '/CN=tried', '-out', out], { stdio: 'ignore' });
    return readFileSync(out, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Kinds without a stable version, and the one that needs a certificate request. Both servers must serve all versions. */
export const prereleaseKinds: readonly TriedKind[] = [
  {
    ...cluster,
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    resource: 'certificatesigningrequests',
    content: () => ({
      spec: {
        request: Buffer.from(pem('-new')).toString('base64'),
        signerName: 'example.com/tried',
        usages: ['client auth'],
        expirationSeconds: 3600,
      },
    }),
  },
  {
    ...inNamespace,
    apiVersion: 'certificates.k8s.io/v1beta1',
    kind: 'PodCertificateRequest',
    resource: 'podcertificaterequests',
    content: () => ({
      spec: {
        signerName: 'example.com/tried',
        podName: 'p',
        podUID: '11111111-1111-1111-1111-111111111111',
        serviceAccountName: 'default',
        serviceAccountUID: '22222222-2222-2222-2222-222222222222',
        nodeName: 'n',
        nodeUID: '33333333-3333-3333-3333-333333333333',
        maxExpirationSeconds: 86_400,
        stubPKCS10Request: pem('-new').replaceAll(/-----.*-----|\s/g, ''),
      },
    }),
  },
  {
    ...cluster,
    apiVersion: 'certificates.k8s.io/v1beta1',
    kind: 'ClusterTrustBundle',
    resource: 'clustertrustbundles',
    content: () => ({ spec: { trustBundle: pem('-x509', '-addext', 'basicConstraints=critical,CA:true') } }),
  },
  {
    ...inNamespace,
    apiVersion: 'coordination.k8s.io/v1beta1',
    kind: 'LeaseCandidate',
    resource: 'leasecandidates',
    content: () => ({
      spec: {
        leaseName: 'tried',
        binaryVersion: '1.36.0',
        emulationVersion: '1.36.0',
        strategy: 'OldestEmulationVersion',
        renewTime: '2026-01-01T00:00:00.000000Z',
      },
    }),
  },
  {
    ...cluster,
    apiVersion: 'internal.apiserver.k8s.io/v1alpha1',
    kind: 'StorageVersion',
    resource: 'storageversions',
    content: () => ({ spec: {} }),
    nameOf: (nth) => `example.tried${nth}`,
  },
  {
    ...cluster,
    apiVersion: 'resource.k8s.io/v1beta2',
    kind: 'DeviceTaintRule',
    resource: 'devicetaintrules',
    content: () => ({
      spec: {
        deviceSelector: { driver: 'd.example.com' },
        taint: { key: 'example.com/k', value: 'v', effect: 'NoSchedule', timeAdded: '2026-01-01T00:00:00Z' },
      },
    }),
  },
  {
    ...cluster,
    apiVersion: 'resource.k8s.io/v1alpha3',
    kind: 'ResourcePoolStatusRequest',
    resource: 'resourcepoolstatusrequests',
    content: () => ({ spec: { driver: 'd.example.com' } }),
  },
  {
    ...inNamespace,
    apiVersion: 'scheduling.k8s.io/v1alpha2',
    kind: 'Workload',
    resource: 'workloads',
    content: () => ({ spec: { podGroupTemplates: [{ name: 'g', schedulingPolicy: { gang: { minCount: 3 } } }] } }),
  },
  {
    ...inNamespace,
    apiVersion: 'scheduling.k8s.io/v1alpha2',
    kind: 'PodGroup',
    resource: 'podgroups',
    content: () => ({ spec: { schedulingPolicy: { gang: { minCount: 3 } } } }),
  },
  {
    ...cluster,
    apiVersion: 'storagemigration.k8s.io/v1beta1',
    kind: 'StorageVersionMigration',
    resource: 'storageversionmigrations',
    content: () => ({ spec: { resource: { group: 'none.example.com', resource: 'nothings' } } }),
  },
];
