import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { ingresses } from './ingress.ts';

const { read, write, cells } = tryOut(ingresses);
const ingress = (spec: object, rest: object = {}) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name: 'i' },
  spec,
  ...rest,
});
const backend = { service: { name: 's', port: { number: 80 } } };
const onPath = (path: object) => ingress({ rules: [{ http: { paths: [{ backend, ...path }] } }] });
const pathField = 'spec.rules[0].http.paths[0]';

describe('an Ingress', () => {
  it.each([
    ['nothing', ingress({}), ['spec: Invalid value: null: either `defaultBackend` or `rules` must be specified']],
    ['a default', ingress({ defaultBackend: backend }), []],
    ['no type of path', onPath({ path: '/' }), [`${pathField}.pathType: Required value: pathType must be specified`]],
    [
      'a strange type of path',
      onPath({ path: '/', pathType: 'Regex' }),
      [
        `${pathField}.pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"`,
      ],
    ],
    [
      'a relative path',
      onPath({ path: 'a', pathType: 'Prefix' }),
      [`${pathField}.path: Invalid value: "a": must be an absolute path`],
    ],
    [
      'a path that climbs',
      onPath({ path: '/a/../b/..', pathType: 'Exact' }),
      [
        `${pathField}.path: Invalid value: "/a/../b/..": must not contain '/../'`,
        `${pathField}.path: Invalid value: "/a/../b/..": cannot end with '/..'`,
      ],
    ],
    ['any path left to the implementation', onPath({ path: '/a/../b', pathType: 'ImplementationSpecific' }), []],
    ['no path left to the implementation', onPath({ pathType: 'ImplementationSpecific' }), []],
    ['no paths', ingress({ rules: [{ http: { paths: [] } }] }), ['spec.rules[0].http.paths: Required value']],
    [
      'an address for a host',
      ingress({ rules: [{ host: '1.2.3.4' }] }),
      ['spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address'],
    ],
    [
      'two sorts of backend',
      ingress({ defaultBackend: { ...backend, resource: { kind: 'A', name: 'b' } } }),
      ['spec.defaultBackend: Invalid value: "": cannot set both resource and service backends'],
    ],
    [
      'no sort of backend',
      ingress({ defaultBackend: {} }),
      ['spec.defaultBackend: Invalid value: "": resource or service backend is required'],
    ],
    [
      'a backend without name and port',
      ingress({ defaultBackend: { service: {} } }),
      [
        'spec.defaultBackend.service.name: Required value',
        'spec.defaultBackend: Required value: port name or number is required',
      ],
    ],
    [
      'a port by name and number',
      ingress({ defaultBackend: { service: { name: 's', port: { name: 'http', number: 80 } } } }),
      ['spec.defaultBackend: Invalid value: "": cannot set both port name & port number'],
    ],
    [
      'a resource without a name',
      ingress({ defaultBackend: { resource: { kind: 'a/b' } } }),
      [
        `spec.defaultBackend.resource.kind: Invalid value: "a/b": may not contain '/'`,
        'spec.defaultBackend.resource.name: Required value',
      ],
    ],
  ])('with %s', async (_, body, faults) => {
    expect((await write(body)).faults).toEqual(faults);
  });

  it('must not name two classes', async () => {
    const metadata = { name: 'i', annotations: { 'kubernetes.io/ingress.class': 'a' } };
    const { faults } = await write(ingress({ defaultBackend: backend, ingressClassName: 'b' }, { metadata }));
    expect(faults).toEqual([
      'annotations.kubernetes.io/ingress.class: Invalid value: "a": must match `ingressClassName` when both are specified',
    ]);
  });

  it('warns of the old annotation when it is made', async () => {
    const metadata = { name: 'i', annotations: { 'kubernetes.io/ingress.class': 'a' } };
    const body = ingress({ defaultBackend: backend }, { metadata });
    expect((await write(body)).warnings).toHaveLength(1);
    expect((await write(body, { live: read(body) })).warnings).toEqual([]);
  });

  it('keeps a bad secret name that was there before', async () => {
    const body = ingress({ defaultBackend: backend, tls: [{ secretName: 'Bad_' }] });
    expect((await write(body)).faults).toHaveLength(1);
    expect((await write(body, { live: read(body) })).faults).toEqual([]);
  });

  it('has no status when it is made, and keeps the one it has', async () => {
    const status = { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } };
    const live = read(ingress({ defaultBackend: backend }, { status }));
    expect((await write(ingress({ defaultBackend: backend }, { status }))).object.status).toEqual({ loadBalancer: {} });
    expect((await write(ingress({ defaultBackend: backend }), { live })).object.status).toEqual(status);
  });

  it.each([
    [{ ip: '1.2.3.4' }, []],
    [{ ip: '1.2.3.4', hostname: 'lb.example.com' }, []],
    [
      { ip: 'abc' },
      [
        'status.loadBalancer.ingress[0].ip: Invalid value: "abc": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
    ],
    [
      { hostname: '1.2.3.4' },
      ['status.loadBalancer.ingress[0].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address'],
    ],
  ])('can be reached at %j', async (point, faults) => {
    const live = read(ingress({ defaultBackend: backend }));
    const status = { loadBalancer: { ingress: [point] } };
    const written = await write(ingress({}, { status }), { live, subresource: 'status' });
    expect(written.faults).toEqual(faults);
    expect(written.object.spec).toEqual({ defaultBackend: backend });
  });

  it('shows its hosts, where it can be reached, and whether it has certificates', () => {
    const rules = ['a', 'b', 'c', 'd', 'e'].map((host) => ({ host }));
    const status = { loadBalancer: { ingress: [{ hostname: 'z' }, { ip: '1.2.3.4' }] } };
    expect(cells(ingress({ rules, tls: [{}] }, { status })).slice(0, 5)).toEqual([
      'i',
      '<none>',
      'a,b,c + 2 more...',
      '1.2.3.4,z',
      '80, 443',
    ]);
    expect(cells(ingress({ rules: [{}], ingressClassName: 'n' })).slice(1, 5)).toEqual(['n', '*', '', '80']);
  });
});
