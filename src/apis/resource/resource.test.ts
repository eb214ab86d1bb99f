import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { deviceClasses } from './device-class.ts';
import { resourceClaims, resourceClaimTemplates } from './resource-claim.ts';
import { resourceSlices } from './resource-slice.ts';

const of =
  (kind: string) =>
  (spec: object, rest: object = {}) => ({
    apiVersion: 'resource.k8s.io/v1',
    kind,
    metadata: { name: 'a' },
    spec,
    ...rest,
  });
const reference =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

describe('a DeviceClass', () => {
  const { write } = tryOut(deviceClasses);
  const deviceClass = of('DeviceClass');
  const opaque = (parameters: unknown) => ({ config: [{ opaque: { driver: 'd', parameters } }] });

  it.each([
    [{}, []],
    [{ selectors: [{ cel: { expression: 'true' } }], ...opaque({ a: 1 }), extendedResourceName: 'x.com/gpu' }, []],
    [opaque(null), ['spec.config[0].opaque.parameters: Required value']],
    [
      opaque({ a: 'x'.repeat(10240) }),
      ['spec.config[0].opaque.parameters: Too long: may not be more than 10240 bytes'],
    ],
    [
      { extendedResourceName: 'cpu' },
      ['spec.extendedResourceName: Invalid value: "cpu": must be a valid extended resource name'],
    ],
    [
      { selectors: Array.from({ length: 33 }, () => ({})) },
      ['spec.selectors: Too many: 33: must have at most 32 items'],
    ],
  ])('with %j', async (spec, faults) => {
    expect((await write(deviceClass(spec))).faults).toEqual(faults);
  });
});

describe('a ResourceClaim', () => {
  const { read, write, cells } = tryOut(resourceClaims);
  const claim = (devices: object, rest: object = {}) => of('ResourceClaim')({ devices }, rest);
  const exactly = { deviceClassName: 'c' };
  const gpu = { name: 'gpu', exactly };
  const choice = { name: 'any', firstAvailable: [{ name: 'big', deviceClassName: 'b' }] };
  const result = { request: 'gpu', driver: 'd', pool: 'p', device: 'x' };

  it('asks for one device, unless told otherwise', async () => {
    const tolerations = [{ key: 'k', value: 'v' }];
    const all = { deviceClassName: 'c', allocationMode: 'All' };
    const { object, faults } = await write(
      claim({
        requests: [{ name: 'gpu', exactly: { ...exactly, tolerations } }, choice, { name: 'all', exactly: all }],
      }),
    );
    expect(faults).toEqual([]);
    expect(object).toMatchObject({
      spec: {
        devices: {
          requests: [
            {
              exactly: {
                allocationMode: 'ExactCount',
                count: 1,
                tolerations: [{ key: 'k', operator: 'Equal', value: 'v' }],
              },
            },
            { firstAvailable: [{ allocationMode: 'ExactCount', count: 1 }] },
            { name: 'all', exactly: all },
          ],
        },
      },
      status: {},
    });
  });

  const at = 'spec.devices';
  it.each([
    [
      { requests: [{ name: 'a', exactly: { ...exactly, allocationMode: 'All', count: 1 } }] },
      [`${at}.requests[0].exactly.count: Invalid value: 1: must not be specified when allocationMode is 'All'`],
    ],
    [
      { requests: [{ name: 'a', exactly: { ...exactly, count: -1 } }] },
      [`${at}.requests[0].exactly.count: Invalid value: -1: must be greater than zero`],
    ],
    [
      { requests: [{ ...choice, firstAvailable: [...choice.firstAvailable, ...choice.firstAvailable] }] },
      [`${at}.requests[0].firstAvailable[1]: Duplicate value: "big"`],
    ],
    [
      {
        requests: [
          { name: 'a', exactly: { ...exactly, tolerations: [{ operator: 'Exists', value: 'v', effect: 'Bad' }] } },
        ],
      },
      [
        `${at}.requests[0].exactly.tolerations[0].value: Invalid value: "v": must be empty for operator \`Exists\``,
        `${at}.requests[0].exactly.tolerations[0].effect: Unsupported value: "Bad": supported values: "NoExecute", "NoSchedule", "None"`,
      ],
    ],
    [{ requests: [choice], constraints: [{ requests: ['any/big'], distinctAttribute: 'd/x' }] }, []],
    [
      {
        requests: [choice],
        constraints: [{ requests: ['any/small', 'a/b/c', 'any', 'any'], matchAttribute: '/' }],
      },
      [
        `${at}.constraints[0].requests[0]: Invalid value: "any/small": ${reference}`,
        `${at}.constraints[0].requests[1]: Invalid value: "a/b/c": ${reference}`,
        `${at}.constraints[0].requests[3]: Duplicate value: "any"`,
        `${at}.constraints[0].matchAttribute: Invalid value: "": the domain must not be empty`,
        `${at}.constraints[0].matchAttribute: Invalid value: "": the name must not be empty`,
      ],
    ],
    [{ requests: [gpu], config: [{ requests: ['gpu'] }] }, [`${at}.config[0].opaque: Required value`]],
  ])('for %j', async (devices, faults) => {
    expect((await write(claim(devices))).faults).toEqual(faults);
  });

  it('never changes what it asks for', async () => {
    const live = read(claim({ requests: [gpu] }));
    const { faults } = await write(claim({ requests: [choice] }), { live });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(
      /^spec: Invalid value: \{"Devices":\{"Requests":\[\{"Name":"any","Exactly":null,.*: field is immutable$/,
    );
    expect((await write(claim({ requests: [gpu] }), { live })).faults).toEqual([]);
  });

  const status = (value: object) => claim({ requests: [gpu] }, { status: value });
  const allocation = (...results: object[]) => ({ allocation: { devices: { results } } });

  it.each([
    [
      { reservedFor: [{}] },
      [
        'status.reservedFor[0].resource: Required value',
        'status.reservedFor[0].name: Required value',
        'status.reservedFor[0].uid: Required value',
        'status.reservedFor: Forbidden: may not be specified when `allocated` is not set',
      ],
    ],
    [
      {
        allocation: {
          devices: { results: [result], config: [{ source: 'Else', opaque: { driver: 'd', parameters: {} } }] },
        },
      },
      [
        'status.allocation.devices.config[0].source: Unsupported value: "Else": supported values: "FromClaim", "FromClass"',
      ],
    ],
    [
      allocation({ ...result, bindingConditions: ['a', 'a'], shareID: 'x' }),
      [
        'status.allocation.devices.results[0].bindingConditions[1]: Duplicate value: "a"',
        'status.allocation.devices.results[0].bindingFailureConditions: Invalid value: null: bindingFailureConditions are required to use bindingConditions',
        'status.allocation.devices.results[0].shareID: Invalid value: "x": error validating uid: invalid UUID length: 1',
      ],
    ],
    [
      { ...allocation(result), devices: [{ driver: 'd', pool: 'p', device: 'y', networkData: { ips: ['1.2.3.4'] } }] },
      [
        'status.devices[0]: Invalid value: {"Driver":"d","Pool":"p","Device":"y","ShareID":""}: must be an allocated device in the claim',
        expect.stringContaining('status.devices[0].networkData.ips[0]: Invalid value: "1.2.3.4"'),
      ],
    ],
  ])('given %j', async (value, faults) => {
    const live = read(claim({ requests: [gpu] }));
    expect((await write(status(value), { live, subresource: 'status' })).faults).toEqual(faults);
  });

  it('keeps what it was given, and forgets what drivers said about what is taken away', async () => {
    const device = { driver: 'd', pool: 'p', device: 'x' };
    const live = read(status({ ...allocation(result), devices: [device] }));
    const options = { live, subresource: 'status' };
    const changed = await write(status(allocation({ ...result, device: 'z' })), options);
    expect(changed.faults[0]).toMatch(/^status\.allocation: Invalid value: .*: field is immutable$/);
    const freed = await write(status({ devices: [device] }), options);
    expect(freed).toMatchObject({ faults: [], object: { status: {} } });
    expect(freed.object.status).not.toHaveProperty('devices');
  });

  it.each([
    [{}, {}, 'pending'],
    [{}, { ...allocation(result), reservedFor: [{ resource: 'pods', name: 'x', uid: 'u' }] }, 'allocated,reserved'],
    [{ deletionTimestamp: '2024-01-01T00:00:00Z' }, {}, 'deleted'],
  ])('with %j and %j is shown as %s', (metadata, value, state) => {
    const body = claim({ requests: [gpu] }, { metadata: { name: 'a', ...metadata }, status: value });
    expect(cells(body)).toEqual(['a', state, '<unknown>']);
  });

  it('is made from a template, which gives it labels and annotations only', async () => {
    const templates = tryOut(resourceClaimTemplates);
    const template = (metadata: object) =>
      of('ResourceClaimTemplate')({ metadata, spec: { devices: { requests: [gpu] } } });
    expect((await templates.write(template({ labels: { a: 'b' }, name: 'x' }))).faults).toEqual([
      'spec.metadata.name: Forbidden: cannot be set',
    ]);
    const live = templates.read(template({ labels: { a: 'b' } }));
    expect((await templates.write(template({ labels: { a: 'b' } }), { live })).faults).toEqual([]);
    expect((await templates.write(template({}), { live })).faults).toHaveLength(1);
  });
});

describe('a ResourceSlice', () => {
  const { read, write, cells, field } = tryOut(resourceSlices);
  const pool = { name: 'p', generation: 1, resourceSliceCount: 1 };
  const slice = (rest: object) => of('ResourceSlice')({ driver: 'd', pool, allNodes: true, ...rest });
  const device = (rest: object) => ({ devices: [{ name: 'x', ...rest }] });
  const capacity = (requestPolicy: object) => ({
    ...device({ capacity: { memory: { value: '10', requestPolicy } }, allowMultipleAllocations: true }),
  });
  const at = 'spec.devices[0]';
  const policy = `${at}.capacity[memory].requestPolicy`;

  it('warns of capitals in the name of its driver', async () => {
    const { warnings } = await write(slice({ driver: 'D.example.com' }));
    expect(warnings).toEqual([
      'spec.driver: driver names should be lowercase; "D.example.com" contains uppercase characters',
    ]);
    expect((await write(slice({}))).warnings).toEqual([]);
  });

  it('tells since when a device is tainted', async () => {
    const { object, faults } = await write(slice(device({ taints: [{ key: 'k', effect: 'NoExecute' }] })));
    expect(faults).toEqual([]);
    expect(object.spec).toMatchObject(
      device({ taints: [{ key: 'k', effect: 'NoExecute', timeAdded: '2024-01-01T00:00:00Z' }] }),
    );
  });

  it.each([
    [
      { allNodes: false },
      [
        'spec.allNodes: Invalid value: false: must be either unset or set to true',
        'spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required',
      ],
    ],
    [
      device({ nodeName: 'n' }),
      [
        `${at}: Invalid value: null: \`nodeName\`, \`nodeSelector\` and \`allNodes\` can only be set if \`perDeviceNodeSelection\` is set to true in the ResourceSlice spec`,
      ],
    ],
    [{ ...device({ nodeName: 'n' }), allNodes: undefined, perDeviceNodeSelection: true }, []],
    [
      { ...device({}), allNodes: undefined, perDeviceNodeSelection: true },
      [
        `${at}: Required value: exactly one of \`nodeName\`, \`nodeSelector\`, or \`allNodes\` is required when \`perDeviceNodeSelection\` is set to true in the ResourceSlice spec`,
      ],
    ],
    [
      device({ attributes: { a: { version: 'one' }, b: { string: 'x'.repeat(65) }, c: {} } }),
      [
        `${at}.attributes[a].version: Invalid value: "one": must be a string compatible with semver.org spec 2.0.0`,
        `${at}.attributes[b].string: Too long: may not be more than 64 bytes`,
        `${at}.attributes[c]: Invalid value: "": exactly one value must be specified`,
      ],
    ],
    [
      device({ consumesCounters: [{ counterSet: '' }] }),
      [`${at}.consumesCounters[0].counterSet: Required value`, `${at}.consumesCounters[0].counters: Required value`],
    ],
    [
      device({ capacity: { memory: { value: '1', requestPolicy: { default: '1' } } } }),
      [`${policy}: Forbidden: allowMultipleAllocations must be true`],
    ],
    [capacity({ default: '1', validValues: ['1', '2'] }), []],
    [
      capacity({ default: '4', validValues: ['2', '1', '20'] }),
      [
        `${policy}.validValues[1]: Invalid value: "1": values must be sorted in ascending order`,
        `${policy}.validValues[2]: Invalid value: "20": option is larger than capacity value: 10`,
        `${policy}.validValues: Invalid value: "4": default value is not valid according to the requestPolicy`,
      ],
    ],
    [
      capacity({ default: '4', validRange: { min: '1', max: '11', step: '2' } }),
      [
        `${policy}.validRange.max: Invalid value: "11": max is larger than capacity value: 10`,
        `${policy}.validRange.step: Invalid value: "4": value is not a multiple of a given step (2) from (1)`,
      ],
    ],
    [
      capacity({ validRange: { min: '1' } }),
      [`${policy}.default: Required value: required when validRange is defined`],
    ],
  ])('with %j', async (rest, faults) => {
    expect((await write(slice(rest))).faults).toEqual(faults);
  });

  it('stays with its driver, pool and node', async () => {
    const live = read(slice({ allNodes: undefined, nodeName: 'n' }));
    const body = slice({ driver: 'e', pool: { ...pool, name: 'q' }, allNodes: undefined, nodeName: 'm' });
    expect((await write(body, { live })).faults).toEqual([
      'spec.pool.name: Invalid value: "q": field is immutable',
      'spec.driver: Invalid value: "e": field is immutable',
      'spec.nodeName: Invalid value: "m": field is immutable',
    ]);
  });

  it('is found by its node and driver', () => {
    const body = slice({ allNodes: undefined, nodeName: 'n' });
    expect(cells(body)).toEqual(['a', 'n', 'd', 'p', '<unknown>']);
    expect(['spec.nodeName', 'spec.driver'].map((name) => field(name, body))).toEqual(['n', 'd']);
  });
});
