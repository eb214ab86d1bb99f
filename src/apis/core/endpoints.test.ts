import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { endpoints } from './endpoints.ts';

const { read, write, cells } = tryOut(endpoints);
const body = (subsets: object[]) => ({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'e' }, subsets });
const address = 'subsets[0].addresses[0].ip';
const ports = [{ port: 80 }];

describe('Endpoints', () => {
  it('speak TCP when nothing else is told', async () => {
    const { object } = await write(body([{ addresses: [{ ip: '10.1.1.1' }], ports }]));
    expect(object.subsets).toEqual([{ addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 80, protocol: 'TCP' }] }]);
  });

  it.each([
    ['no address', { ports }, ['subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`']],
    [
      'no IP at all',
      { addresses: [{ ip: '300.1.1.1' }], ports },
      [
        `${address}: Invalid value: "300.1.1.1": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)`,
        `${address}: Invalid value: "300.1.1.1": must be a valid IP address`,
      ],
    ],
    [
      'a loopback',
      { addresses: [{ ip: '127.0.0.1' }] },
      [`${address}: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)`],
    ],
    [
      'a loopback of IPv6',
      { addresses: [{ ip: '::1' }] },
      [`${address}: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)`],
    ],
    [
      'a link-local address',
      { addresses: [{ ip: '169.254.1.1' }] },
      [`${address}: Invalid value: "169.254.1.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)`],
    ],
    [
      'a link-local address of IPv6',
      { addresses: [{ ip: 'febf::1' }] },
      [`${address}: Invalid value: "febf::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)`],
    ],
    [
      'a local multicast address',
      { addresses: [{ ip: '224.0.0.5' }] },
      [
        `${address}: Invalid value: "224.0.0.5": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)`,
      ],
    ],
    [
      'an unspecified address',
      { addresses: [{ ip: '0.0.0.0' }] },
      [`${address}: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)`],
    ],
    [
      'leading zeros',
      { addresses: [{ ip: '10.0.0.01' }] },
      [`${address}: Invalid value: "10.0.0.01": must not have leading 0s`],
    ],
    [
      'ports without names and an odd protocol',
      { addresses: [{ ip: '10.2.2.2' }], ports: [{ port: 80 }, { port: 81, protocol: 'FTP' }] },
      [
        'subsets[0].ports[0].name: Required value',
        'subsets[0].ports[1].name: Required value',
        'subsets[0].ports[1].protocol: Unsupported value: "FTP": supported values: "SCTP", "TCP", "UDP"',
      ],
    ],
    [
      'a port out of range',
      { addresses: [{ ip: '10.2.2.2' }], ports: [{ port: 0 }] },
      ['subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive'],
    ],
    ['good IPv6 addresses that are not ready', { notReadyAddresses: [{ ip: '2001:db8::1' }], ports }, []],
  ])('with %s', async (_, subset, faults) => {
    expect((await write(body([subset]))).faults).toEqual(faults);
  });

  it('stay as they are though a newer rule forbids them', async () => {
    const old = body([{ addresses: [{ ip: '127.0.0.1' }] }]);
    const live = read(old);
    expect((await write({ ...old, metadata: { name: 'e', labels: { a: 'b' } } }, { live })).faults).toEqual([]);
    expect((await write(body([{ addresses: [{ ip: '127.0.0.2' }] }]), { live })).faults).toHaveLength(1);
  });

  it('show the first three ends and count the others', () => {
    const subsets = [
      {
        addresses: [{ ip: '10.1.2.4' }, { ip: '10.1.2.3' }],
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 53 },
        ],
      },
      { addresses: [{ ip: '2001:db8::1' }], ports: [{ port: 9100 }] },
    ];
    expect(cells(body(subsets))[1]).toBe('10.1.2.4:80,10.1.2.3:80,10.1.2.4:53 + 2 more...');
    expect(cells(body(subsets.slice(1)))[1]).toBe('[2001:db8::1]:9100');
    expect(cells(body([]))[1]).toBe('<none>');
  });
});
