import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { endpointSlices } from './endpoint-slice.ts';

const { read, write, cells } = tryOut(endpointSlices);
const slice = (rest: object) => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: 's' },
  addressType: 'IPv4',
  ...rest,
});
const labelRule =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const many = (count: number, item: object) => Array.from({ length: count }, () => item);

describe('an EndpointSlice', () => {
  it('names its ports, speaks TCP, counts its generations and shows empty lists as null', async () => {
    const { object } = await write(slice({ ports: [{}], endpoints: [] }));
    expect(object).toMatchObject({
      metadata: { generation: 1 },
      ports: [{ name: '', protocol: 'TCP' }],
      endpoints: null,
    });
  });

  it.each([
    ['no type', { addressType: '' }, ['addressType: Required value']],
    [
      'an odd type',
      { addressType: 'IPX' },
      ['addressType: Unsupported value: "IPX": supported values: "FQDN", "IPv4", "IPv6"'],
    ],
    [
      'a wrong family and no address',
      { endpoints: [{ addresses: ['2001:db8::1'] }, { addresses: [] }] },
      [
        'endpoints[0].addresses: Invalid value: "2001:db8::1": must be an IPv4 address',
        'endpoints[1].addresses: Required value: must contain at least 1 address',
      ],
    ],
    [
      'IPv4 as IPv6',
      { addressType: 'IPv6', endpoints: [{ addresses: ['10.0.0.1'] }] },
      ['endpoints[0].addresses: Invalid value: "10.0.0.1": must be an IPv6 address'],
    ],
    [
      'IPv6 written carelessly',
      { addressType: 'IPv6', endpoints: [{ addresses: ['2001:DB8::1'] }] },
      ['endpoints[0].addresses[0]: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1")'],
    ],
    [
      'a loopback',
      { endpoints: [{ addresses: ['127.0.0.1'] }] },
      [
        'endpoints[0].addresses[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
    ],
    [
      'a name of one part',
      { addressType: 'FQDN', endpoints: [{ addresses: ['host'] }] },
      [
        'endpoints[0].addresses[0]: Invalid value: "host": should be a domain with at least two segments separated by dots',
      ],
    ],
    ['a good name', { addressType: 'FQDN', endpoints: [{ addresses: ['a.example.com.'] }] }, []],
    [
      'odd ports',
      {
        ports: [
          { name: 'a', port: 0 },
          { name: 'a', port: 1, protocol: 'QUIC' },
          { name: 'UP', port: 5 },
        ],
      },
      [
        'ports[1].name: Duplicate value: "a"',
        'ports[1].protocol: Unsupported value: "QUIC": supported values: "SCTP", "TCP", "UDP"',
        `ports[2].name: Invalid value: "UP": ${labelRule}`,
      ],
    ],
    [
      'an odd host and repeated hints',
      { endpoints: [{ addresses: ['10.0.0.1'], hostname: 'Bad_', hints: { forZones: [{ name: '' }, { name: '' }] } }] },
      [
        `endpoints[0].hostname: Invalid value: "Bad_": ${labelRule}`,
        'endpoints[0].hints.forZones[1].name: Duplicate value: ""',
      ],
    ],
    [
      'too many hints',
      { endpoints: [{ addresses: ['10.0.0.1'], hints: { forZones: many(9, { name: 'z' }) } }] },
      ['endpoints[0].hints.forZones: Too many: 9: must have at most 8 items'],
    ],
    [
      'too many endpoints',
      { endpoints: many(1001, { addresses: ['10.0.0.1'] }) },
      ['endpoints: Too many: 1001: must have at most 1000 items'],
    ],
  ])('with %s', async (_, rest, faults) => {
    expect((await write(slice(rest))).faults).toEqual(faults);
  });

  it('cannot change its type', async () => {
    expect((await write(slice({ addressType: 'IPv6' }), { live: read(slice({})) })).faults).toEqual([
      'addressType: Invalid value: "IPv6": field is immutable',
    ]);
  });

  it.each([
    ['labels', { metadata: { name: 's', labels: { a: 'b' } } }, 8],
    ['ports', { ports: [{ port: 80 }] }, 8],
    ['annotations', { metadata: { name: 's', annotations: { a: 'b' } } }, 7],
  ])('has a new generation or not when %s change', async (_, rest, generation) => {
    const live = read(slice({ metadata: { name: 's', generation: 7 } }));
    expect((await write(slice(rest), { live })).object).toMatchObject({ metadata: { generation } });
  });

  it('takes no topology but keeps the node that a former one named', async () => {
    const endpoint = { addresses: ['10.0.0.1'], deprecatedTopology: { 'kubernetes.io/hostname': 'n1' } };
    expect((await write(slice({ endpoints: [endpoint] }))).object.endpoints).toEqual([
      { addresses: ['10.0.0.1'], conditions: {} },
    ]);
    const live = read(slice({ endpoints: [endpoint] }));
    const changed = await write(slice({ endpoints: [{ ...endpoint, zone: 'z' }] }), { live });
    expect(changed.object.endpoints).toEqual([{ addresses: ['10.0.0.1'], conditions: {}, nodeName: 'n1', zone: 'z' }]);
  });

  it('warns of names, when made', async () => {
    const body = slice({ addressType: 'FQDN', endpoints: [{ addresses: ['a.example.com'] }] });
    expect((await write(body)).warnings).toEqual(['spec.addressType: FQDN endpoints are deprecated']);
    expect((await write(body, { live: read(body) })).warnings).toEqual([]);
  });

  it('shows the first ports and addresses', () => {
    const endpoints = ['1', '2', '3', '4'].map((last) => ({ addresses: [`10.0.0.${last}`] }));
    const body = slice({ ports: [{ port: 80 }, { name: 'x' }, {}], endpoints });
    expect(cells(body).slice(1, 4)).toEqual(['IPv4', '80,x,', '10.0.0.1,10.0.0.2,10.0.0.3 + 1 more...']);
    expect(cells(slice({})).slice(2, 4)).toEqual(['<unset>', '<unset>']);
  });
});
