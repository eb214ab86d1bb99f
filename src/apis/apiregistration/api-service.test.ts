import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { builtinGroups } from '../builtin-groups.ts';
import { builtinsWith } from '../testing/all-builtins.ts';
import { apiServices, localApiServices } from './api-service.ts';

const { read, write, cells } = tryOut(apiServices);
const service = (name: string, spec: object, rest: object = {}) => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name },
  spec,
  ...rest,
});
const good = { group: 'example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15 };
const remote = { ...good, service: { namespace: 'n', name: 's' } };

describe('an APIService', () => {
  it('without a service is served here, and so available', async () => {
    const { object, faults } = await write(service('v1.example.com', good));
    expect(faults).toEqual([]);
    expect(object.status).toMatchObject({ conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] });
  });

  it('with a service is called at its usual port, and not known to be available', async () => {
    const { object } = await write(service('v1.example.com', remote));
    expect(object).toMatchObject({ spec: { service: { port: 443 } }, status: {} });
    expect(cells(object)).toEqual(['v1.example.com', 'n/s', 'Unknown', '<unknown>']);
  });

  it.each([
    [
      'v2.example.com',
      good,
      ['metadata.name: Invalid value: "v2.example.com": must be `spec.version+"."+spec.group`: "v1.example.com"'],
    ],
    [
      'v2.',
      { ...good, group: '', version: 'v2' },
      ['spec.group: Required value: only v1 may have an empty group and it better be legacy kube'],
    ],
    [
      'v1.example.com',
      { ...good, caBundle: 'Zm9v', insecureSkipTLSVerify: true },
      [
        'spec.caBundle: Invalid value: "3 bytes": local APIServices may not have a caBundle',
        'spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify',
      ],
    ],
  ])('called %s with %j', async (name, spec, faults) => {
    expect((await write(service(name, spec))).faults).toEqual(faults);
  });

  it('is told available by its status alone', async () => {
    const live = read(service('v1.example.com', remote));
    const body = service('v1.example.com', {}, { status: { conditions: [{ type: 'Available', status: 'Maybe' }] } });
    const { object, faults } = await write(body, { live, subresource: 'status' });
    expect(faults).toEqual([
      'status.conditions[0].status: Unsupported value: "Maybe": supported values: "True", "False", "Unknown"',
    ]);
    expect(object.spec).toMatchObject(good);
  });

  it('stands for each group and version that the server has by itself, all of them good', async () => {
    const local = localApiServices(builtinGroups(await builtinsWith('api/all=true')));
    expect(local.map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining(['v1.', 'v1.rbac.authorization.k8s.io', 'v1beta1.apiextensions.k8s.io']),
    );
    for (const object of local) expect((await write(object)).faults).toEqual([]);
  });
});
