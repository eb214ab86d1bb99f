import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { storageVersions } from './storage-version.ts';

const { write, read, cells } = tryOut(storageVersions);
const version = (status: object = {}, name = 'apps.deployments') => ({ metadata: { name }, spec: {}, status });
const server = (apiServerID: string, encodingVersion: string, more: object = {}) => ({
  apiServerID,
  encodingVersion,
  decodableVersions: [encodingVersion],
  ...more,
});

describe('what servers say about a stored resource', () => {
  it('is shown in short', () => {
    const servers = ['a', 'b', 'c', 'd'].map((id) => server(id, 'v1'));
    expect(cells(version({ storageVersions: servers, commonEncodingVersion: 'v1' }))).toEqual([
      'apps.deployments',
      'v1',
      'a=v1,b=v1,c=v1 + 1 more...',
      '<unknown>',
    ]);
  });

  it('is named after the group and the resource', async () => {
    expect((await write(version({}, 'pods'))).faults).toEqual([
      'metadata.name: Invalid value: "pods": name must be in the form of <group>.<resource>',
    ]);
  });

  it.each<[object, string[]]>([
    [{ storageVersions: [server('a', 'v1')], commonEncodingVersion: 'v1' }, []],
    [{ storageVersions: [server('a', 'apps/v1'), server('b', 'apps/v1beta1')] }, []],
    [
      { storageVersions: [server('a', 'v1'), server('a', 'v1')], commonEncodingVersion: 'v2' },
      [
        'status.storageVersions[1].apiServerID: Duplicate value: "a"',
        'status.commonEncodingVersion: Invalid value: "v2": the actual common encoding version is v1',
      ],
    ],
    [
      {
        storageVersions: [server('a', 'v1', { decodableVersions: ['v2'], servedVersions: ['v3'] })],
        commonEncodingVersion: 'v1',
      },
      [
        'status.storageVersions[0].decodableVersions: Invalid value: ["v2"]: decodableVersions must include encodingVersion v1',
        'status.storageVersions[0].servedVersions[0]: Invalid value: "v3": individual served version : v3 must be included in decodableVersions : [v2]',
      ],
    ],
    [
      {
        conditions: [
          { type: 'A', status: 'True', reason: 'R', message: 'm' },
          { type: 'A', status: 'True' },
        ],
      },
      [
        'status[1].type: Invalid value: "A": the type of the condition is not unique, it also appears in conditions[0]',
        'status[1].reason: Required value',
        'status[1].message: Required value',
      ],
    ],
  ])('for %j', async (status, faults) => {
    const found = await write(version(status), { live: read(version()), subresource: 'status' });
    expect(found.faults).toEqual(faults);
  });
});
