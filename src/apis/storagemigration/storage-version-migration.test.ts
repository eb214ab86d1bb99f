import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { storageVersionMigrations } from './storage-version-migration.ts';

const { write, read, cells } = tryOut(storageVersionMigrations);
const migration = (resource: object, status?: object) => ({
  metadata: { name: 'a' },
  spec: { resource },
  ...(status === undefined ? {} : { status }),
});
const deployments = { group: 'apps', resource: 'deployments' };
const condition = (type: string, status = 'True') => ({
  type,
  status,
  reason: 'R',
  lastTransitionTime: '2024-01-01T00:00:00Z',
});

describe('a migration of stored objects', () => {
  it('says what it rewrites and how far it is', () => {
    expect(cells(migration(deployments))).toEqual(['a', 'deployments.apps', 'Unknown']);
    expect(
      cells(migration({ resource: 'pods' }, { conditions: [condition('Running'), condition('Failed', 'False')] })),
    ).toEqual(['a', 'pods', 'Running']);
  });

  it('goes on with the resource it began with', async () => {
    const live = read(migration(deployments));
    const { faults } = await write(migration({ resource: 'pods' }), { live });
    expect(faults).toEqual(['spec: Invalid value: {"Resource":{"group":"","resource":"pods"}}: field is immutable']);
  });

  it.each<[object, object, RegExp[]]>([
    [{}, { resourceVersion: '5', conditions: [condition('Running')] }, []],
    [{}, { resourceVersion: '05' }, [/^status.resourceVersion: .*: resource version is not well formed: 05$/]],
    [
      { resourceVersion: '5' },
      { resourceVersion: '6' },
      [/^status.resourceVersion: Invalid value: "6": field is immutable$/],
    ],
    [
      {},
      { conditions: [condition('Succeeded'), condition('Failed')] },
      [/^status.conditions: .*: Both success and failed conditions cannot be true at the same time$/],
    ],
    [
      { conditions: [condition('Succeeded')] },
      { conditions: [condition('Succeeded', 'False')] },
      [/^status.conditions: .*: Success condition cannot be set to false once it is true$/],
    ],
  ])('from status %j to %j', async (before, status, faults) => {
    const live = read(migration(deployments, before));
    const found = (await write(migration(deployments, status), { live, subresource: 'status' })).faults;
    expect(found).toHaveLength(faults.length);
    for (const [at, fault] of faults.entries()) expect(found[at]).toMatch(fault);
  });
});
