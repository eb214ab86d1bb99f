import { describe, expect, it } from 'vitest';
import { builtinGroups } from './builtin-groups.ts';
import { readRuntimeConfig } from './runtime-config.ts';
import { builtinsWith } from './testing/all-builtins.ts';

/** `GROUP: versions` of what is served, for some groups. */
async function served(...pairs: readonly string[]): Promise<{ [group: string]: string }> {
  const groups = builtinGroups(await builtinsWith(...pairs));
  return Object.fromEntries(groups.map(({ group, versions }) => [group, versions.join(' ')]));
}

describe('a runtime configuration', () => {
  it('serves stable versions, and the beta in which old clients define their kinds, if nothing is said', async () => {
    const all = await served();
    expect(all).toMatchObject({ 'apiextensions.k8s.io': 'v1 v1beta1', autoscaling: 'v2 v1', 'resource.k8s.io': 'v1' });
    expect(Object.keys(all)).not.toContain('storagemigration.k8s.io');
    const others = Object.entries(all).filter(([group]) => group !== 'apiextensions.k8s.io');
    for (const [, versions] of others) expect(versions).toMatch(/^v\d+( v\d+)*$/);
  });

  it.each<[string[], string | undefined]>([
    [['apiextensions.k8s.io/v1beta1=false'], 'v1'],
    [['api/beta=false'], 'v1'],
    [['api/all=false', 'api/ga=true'], 'v1'],
    [['apiextensions.k8s.io/v1=false'], 'v1beta1'],
    [['api/beta=false', 'apiextensions.k8s.io/v1beta1=true'], 'v1 v1beta1'],
  ])('%j serves definitions in %s', async (pairs, versions) => {
    expect((await served(...pairs))['apiextensions.k8s.io']).toBe(versions);
  });

  const resource = 'resource.k8s.io';
  it.each<[string[], string | undefined]>([
    [['api/all=true'], 'v1 v1beta2 v1beta1 v1alpha3'],
    [['api/beta=true'], 'v1 v1beta2 v1beta1'],
    [['api/alpha=true'], 'v1 v1alpha3'],
    [['api/beta=true', 'resource.k8s.io/v1beta1=false'], 'v1 v1beta2'],
    [['resource.k8s.io/v1beta1=false', 'api/all=true'], 'v1 v1beta2 v1alpha3'],
    [['api/all=false', 'resource.k8s.io/v1beta1'], 'v1beta1'],
    [['api/all=true', 'api/ga=false'], 'v1beta2 v1beta1 v1alpha3'],
    [['api/ga=false', 'api/all=true'], 'v1beta2 v1beta1 v1alpha3'],
    [['api/all=false', 'api/ga=true'], 'v1'],
    [['resource.k8s.io/v1beta1=T', 'resource.k8s.io/v1beta2=1', 'resource.k8s.io/v1=0'], 'v1beta2 v1beta1'],
    [['resource.k8s.io/v1=false'], undefined],
    [['resource.k8s.io/v1beta2=true', 'resource.k8s.io/v1beta2=false'], 'v1'],
    [['resource.k8s.io/v1alpha3/devicetaintrules=true'], 'v1 v1alpha3'],
    [['resource.k8s.io/v1beta2/devicetaintrules'], 'v1 v1beta2'],
  ])('%j serves the resource group in %s', async (pairs, versions) => {
    expect((await served(...pairs))[resource]).toBe(versions);
  });

  it('lets what is said of one resource win over all the rest', async () => {
    const definitions = await builtinsWith(
      'resource.k8s.io/v1alpha3/devicetaintrules=true',
      'apps/v1/deployments=false',
    );
    const versions = (name: string) =>
      [...(definitions.find(({ resource: own }) => own === name)?.versions.values() ?? [])]
        .filter((version) => version.served)
        .map(({ version }) => version);
    expect(versions('devicetaintrules')).toEqual(['v1alpha3']);
    expect(versions('resourcepoolstatusrequests')).toEqual([]);
    expect(versions('deployments')).toEqual([]);
    expect(versions('replicasets')).toEqual(['v1']);
  });

  it('does not load kinds that nobody serves', async () => {
    const known = (await builtinsWith()).map(({ resource: name }) => name);
    expect(known).not.toContain('workloads');
    expect((await builtinsWith('api/alpha=true')).map(({ resource: name }) => name)).toContain('workloads');
  });

  it.each<[string[], string]>([
    [['api/all=false'], 'api/all=false alone leaves nothing to serve; add what is to be served, as GROUP/VERSION=true'],
    [['api/all=yes'], 'api/all: "yes" is not true or false'],
    [['api/beta'], 'api/beta: "" is not true or false'],
    [['apps/v1=on'], 'apps/v1: "on" is not true or false'],
    [
      ['apps=true'],
      'unknown key "apps"; there are api/all, api/ga, api/beta, api/alpha, v1, GROUP/VERSION and GROUP/VERSION/RESOURCE',
    ],
    [
      ['a/b/c/d=true'],
      'unknown key "a/b/c/d"; there are api/all, api/ga, api/beta, api/alpha, v1, GROUP/VERSION and GROUP/VERSION/RESOURCE',
    ],
    [['apps/v2=true'], 'apps/v2: there is no version apps/v2; there are apps/v1'],
  ])('refuses %j', async (pairs, message) => {
    await expect(async () => builtinsWith(...pairs)).rejects.toThrow(message);
  });

  it('refuses groups and resources that there are not, and tells those that there are', async () => {
    await expect(builtinsWith('nope/v1=true')).rejects.toThrow(/there is no group "nope"; there are .*apps, .*policy/);
    await expect(builtinsWith('scheduling.k8s.io/v1alpha2/nope=true')).rejects.toThrow(
      'scheduling.k8s.io/v1alpha2/nope: there is no such resource; there are podgroups, workloads',
    );
  });

  it.each(['v1=false', 'api/v1=false', '/v1=false', '/v1/pods=false'])('knows the core group: %s', (pair) => {
    const { serves } = readRuntimeConfig([pair, 'api/legacy=false']);
    expect(serves({ group: '', version: 'v1', resource: 'pods' })).toBe(false);
    expect(serves({ group: 'apps', version: 'v1', resource: 'deployments' })).toBeUndefined();
  });
});
