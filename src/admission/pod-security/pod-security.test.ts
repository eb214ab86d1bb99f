import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { resources } from '../objects.ts';
import type { AdmissionRequest } from '../plugin.ts';
import { admit, lookupIn, pod, refusal, requestFor, type Stored, stored } from '../testing/admission-requests.ts';
import { podSecurity } from './pod-security.ts';

type Labels = { [mode: string]: string };
const labelled = (labels: Labels) =>
  Object.fromEntries(Object.entries(labels).map(([mode, value]) => [`pod-security.kubernetes.io/${mode}`, value]));
const namespace = (labels: Labels): Stored =>
  stored(resources.namespaces, 'ns', { metadata: { labels: labelled(labels) } });
const plugin = (labels: Labels, ...pods: KubeObject[]) =>
  podSecurity(lookupIn([namespace(labels), ...pods.map((object) => ({ resource: resources.pods, object }))]));

/** All that the strictest level asks for. */
const good = {
  securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [{ name: 'c', securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } }],
};
const violations = async (level: string, spec: object, metadata: object = {}): Promise<string | undefined> => {
  const [name = '', version = 'latest'] = level.split(':');
  const labels = { enforce: name, 'enforce-version': version };
  const message = await refusal(plugin(labels), requestFor({ object: pod(spec, metadata) }));
  return message?.replace(`pods "p" is forbidden: violates PodSecurity "${name}:${version}": `, '');
};

describe('The baseline', () => {
  const container = (securityContext: object) => ({ containers: [{ name: 'c', securityContext }] });
  it.each<[object, string]>([
    [{ hostNetwork: true, hostIPC: true }, 'host namespaces (hostNetwork=true, hostIPC=true)'],
    [
      {
        volumes: [
          { name: 'a', hostPath: {} },
          { name: 'b', hostPath: {} },
        ],
      },
      'hostPath volumes (volumes "a", "b")',
    ],
    [
      { containers: [{ name: 'c', ports: [{ hostPort: 80 }, { hostPort: 443 }] }] },
      'hostPort (container "c" uses hostPorts 443, 80)',
    ],
    [container({ privileged: true }), 'privileged (container "c" must not set securityContext.privileged=true)'],
    [
      container({ capabilities: { add: ['NET_RAW', 'CHOWN', 'BPF'] } }),
      'non-default capabilities (container "c" must not include "BPF", "NET_RAW" in securityContext.capabilities.add)',
    ],
    [
      container({ procMount: 'Unmasked' }),
      'procMount (container "c" must not set securityContext.procMount to "Unmasked")',
    ],
    [
      {
        securityContext: { seLinuxOptions: { type: 'x', user: 'u' } },
        ...container({ seLinuxOptions: { role: 'r' } }),
      },
      'seLinuxOptions (pod and container "c" set forbidden securityContext.seLinuxOptions: type "x"; user may not be set; role may not be set)',
    ],
    [
      { securityContext: { seccompProfile: { type: 'Unconfined' } } },
      'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
    [
      { securityContext: { sysctls: [{ name: 'kernel.x' }, { name: 'net.ipv4.tcp_rmem' }] } },
      'forbidden sysctls (kernel.x)',
    ],
    [
      { securityContext: { windowsOptions: { hostProcess: true } } },
      'hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)',
    ],
    [
      container({ appArmorProfile: { type: 'Unconfined' } }),
      'forbidden AppArmor profile (container "c" must not set AppArmor profile type to "Unconfined")',
    ],
    [
      {
        containers: [
          {
            name: 'c',
            livenessProbe: { httpGet: { host: 'h' } },
            lifecycle: { preStop: { tcpSocket: { host: 'g' } } },
          },
        ],
      },
      'probe or lifecycle host (container "c" uses probe or lifecycle hosts "g", "h")',
    ],
  ])('refuses %j', async (spec, why) => {
    expect(await violations('baseline', spec)).toBe(why);
  });
  it('looks at annotations from before there were fields', async () => {
    const annotations = { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' };
    expect(await violations('baseline', {}, { annotations })).toBe(
      'forbidden AppArmor profile (annotation must not set AppArmor profile type to "container.apparmor.security.beta.kubernetes.io/c="unconfined"")',
    );
    const seccomp = { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' };
    expect(await violations('baseline:v1.18', {}, { annotations: seccomp })).toBe(
      'seccompProfile (forbidden annotation seccomp.security.alpha.kubernetes.io/pod="unconfined")',
    );
  });
  it('takes a pod that asks for nothing', async () => {
    expect(await violations('baseline', {})).toBeUndefined();
  });
});

describe('The restricted level', () => {
  it('wants to be asked for', async () => {
    expect(await violations('restricted', good)).toBeUndefined();
    expect(await violations('restricted', {})).toBe(
      'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
    );
  });
  it.each<[object, string]>([
    [
      {
        volumes: [
          { name: 'a', hostPath: {} },
          { name: 'b', nfs: {} },
          { name: 'c', emptyDir: {} },
        ],
      },
      'restricted volume types (volumes "a", "b" use restricted volume types "hostPath", "nfs")',
    ],
    [{ securityContext: { ...good.securityContext, runAsUser: 0 } }, 'runAsUser=0 (pod must not set runAsUser=0)'],
    [
      { securityContext: { ...good.securityContext, runAsNonRoot: false } },
      'runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false)',
    ],
  ])('refuses %j', async (spec, why) => {
    expect(await violations('restricted', { ...good, ...spec })).toBe(why);
  });
  it('asks less of the other operating system', async () => {
    const spec = { os: { name: 'windows' }, securityContext: { runAsNonRoot: true } };
    expect(await violations('restricted', spec)).toBeUndefined();
    expect(await violations('restricted:v1.24', spec)).toMatch(/^allowPrivilegeEscalation != false/);
  });
  it('is what it was in a version', async () => {
    const spec = { securityContext: { runAsNonRoot: true }, hostUsers: false };
    expect(await violations('restricted:v1.7', spec)).toBeUndefined();
    expect(
      await violations('restricted:v1.999', { ...good, securityContext: { seccompProfile: { type: 'Localhost' } } }),
    ).toMatch(/^runAsNonRoot/);
    const root = { ...good, securityContext: { seccompProfile: { type: 'Localhost' } }, hostUsers: false };
    expect(await violations('restricted', root)).toBeUndefined();
    expect(await violations('restricted:v1.34', root)).toMatch(/^runAsNonRoot/);
  });
});

async function warningsOf(labels: Labels, parts: Partial<AdmissionRequest>): Promise<string[]> {
  const warnings: string[] = [];
  await admit(plugin(labels), requestFor({ ...parts, warnings }));
  return warnings;
}

describe('A namespace', () => {
  it('that says nothing takes everything', async () => {
    expect(await warningsOf({}, { object: pod({ hostNetwork: true }) })).toEqual([]);
  });
  it('warns of what it will not take one day', async () => {
    const labels = { enforce: 'privileged', warn: 'baseline', 'warn-version': 'v1.20' };
    expect(await warningsOf(labels, { object: pod({ hostNetwork: true }) })).toEqual([
      'would violate PodSecurity "baseline:v1.20": host namespaces (hostNetwork=true)',
    ]);
  });
  it('warns of templates that would make pods which it does not take', async () => {
    const template = { spec: { hostPID: true, containers: [{ name: 'c' }] } };
    const about = (group: string, resource: string, kind: string, spec: object) => ({
      kind: { group, version: 'v1', kind },
      resource: { group, version: 'v1', resource },
      object: stored({ group, resource }, 'x', spec).object,
    });
    const warning = 'would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)';
    for (const request of [
      about('apps', 'deployments', 'Deployment', { spec: { template } }),
      about('batch', 'cronjobs', 'CronJob', { spec: { jobTemplate: { spec: { template } } } }),
      about('', 'podtemplates', 'PodTemplate', { template }),
    ]) {
      expect(await warningsOf({ enforce: 'baseline' }, request)).toEqual([warning]);
    }
  });
  it('looks at a pod again only when it runs something else', async () => {
    const bad = { hostNetwork: true };
    const update = (image: string) =>
      requestFor({
        operation: 'UPDATE',
        object: pod({ ...bad, containers: [{ name: 'c', image }] }),
        oldObject: pod({ ...bad, containers: [{ name: 'c', image: 'a' }] }),
      });
    expect(await refusal(plugin({ enforce: 'baseline' }), update('a'))).toBeUndefined();
    expect(await refusal(plugin({ enforce: 'baseline' }), update('b'))).toMatch(/violates PodSecurity/);
  });

  const change = (before: Labels, after: Labels): Partial<AdmissionRequest> => ({
    operation: 'UPDATE',
    namespace: '',
    kind: { group: '', version: 'v1', kind: 'Namespace' },
    resource: { ...resources.namespaces, version: 'v1' },
    name: 'ns',
    object: namespace(after).object,
    oldObject: namespace(before).object,
  });
  const warnings = async (before: Labels, after: Labels, ...pods: KubeObject[]): Promise<string[]> => {
    const told: string[] = [];
    await admit(plugin(before, ...pods), requestFor({ ...change(before, after), warnings: told }));
    return told;
  };
  const owned = (name: string) => pod({ hostPID: true }, { name, ownerReferences: [{ uid: 'u', controller: true }] });
  const bad = (name: string) => pod({ hostNetwork: true, volumes: [{ name: 'h', hostPath: {} }] }, { name });

  it('that becomes stricter tells which pods it would not take', async () => {
    const pods = [owned('z'), owned('y'), owned('x'), bad('b'), pod({}, { name: 'good' })];
    expect(await warnings({}, { enforce: 'baseline' }, ...pods)).toEqual([
      'existing pods in namespace "ns" violate the new PodSecurity enforce level "baseline:latest"',
      'b: host namespaces, hostPath volumes',
      'x (and 2 other pods): host namespaces',
    ]);
  });
  it.each<[Labels, Labels]>([
    [{ enforce: 'baseline' }, { enforce: 'baseline' }],
    [{ enforce: 'restricted' }, { enforce: 'baseline' }],
    [{ enforce: 'restricted' }, { enforce: 'privileged', 'enforce-version': 'v1.20' }],
    [{}, { warn: 'restricted' }],
  ])('that goes from %j to %j tells nothing', async (before, after) => {
    expect(await warnings(before, after, bad('b'))).toEqual([]);
  });
  it('does not take labels that make no sense, but keeps those that it has', async () => {
    const wrong = { enforce: 'strictest', 'warn-version': '1.2' };
    const message =
      'Namespace "ns" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strictest": must be one of privileged, baseline, restricted, metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "1.2": must be "latest" or "v1.x"]';
    expect(await refusal(plugin({}), requestFor(change({}, wrong)))).toBe(message);
    expect(await refusal(plugin({}), requestFor({ ...change({}, wrong), operation: 'CREATE', oldObject: null }))).toBe(
      message,
    );
    expect(await refusal(plugin(wrong), requestFor(change(wrong, wrong)))).toBeUndefined();
    expect(await refusal(plugin(wrong), requestFor({ object: pod() }))).toMatch(
      /violates PodSecurity "restricted:latest"/,
    );
  });
});
