import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { widgets } from '../testing/widget-types.ts';
import { parseJson } from './json-parse.ts';
import { strictDecodingError, typedCodec, withRevision } from './typed-codec.ts';

const codec = typedCodec(widgets.type('Widget'), { group: 'example.k8s.io', version: 'v1', kind: 'Widget' });
const read = (text: string) => codec.decode(parseJson(Buffer.from(text), { duplicates: true }));
const spec = (text: string) => read(`{"spec":${text}}`).object.spec;
const head = { kind: 'Widget', apiVersion: 'example.k8s.io/v1' };

describe('decoding as a type', () => {
  it('fills in kind and apiVersion and what Go always writes', () => {
    expect(JSON.stringify(read('{}').object)).toBe(
      '{"kind":"Widget","apiVersion":"example.k8s.io/v1","metadata":{},"spec":{"mode":"","args":null}}',
    );
    expect(read('null').object).toEqual(read('{}').object);
  });

  it('orders members as the type does and drops empty values, but not lists', () => {
    const { object } = read(
      '{"spec":{"mode":"m","args":[],"size":0,"paused":false,"labels":{},"ports":[],"secret":"","replicas":0,"file":""},"metadata":{"uid":"u","name":"n"},"apiVersion":"x"}',
    );
    expect(JSON.stringify(object)).toBe(
      '{"kind":"Widget","apiVersion":"example.k8s.io/v1","metadata":{"name":"n","uid":"u"},"spec":{"replicas":0,"ports":[],"mode":"m","args":[]}}',
    );
  });

  it('tells how an object comes back: without the empty lists that are not written', () => {
    const { object } = read('{"spec":{"ports":[],"args":[]},"metadata":{"name":"n","finalizers":[]}}');
    expect(object).toMatchObject({ spec: { ports: [], args: [] }, metadata: { finalizers: [] } });
    const shown = codec.asEncoded?.(object);
    expect(shown).toMatchObject({ spec: { mode: '', args: [] }, metadata: { name: 'n' } });
    expect([shown?.spec, shown?.metadata].map((part) => Object.keys(part as object))).toEqual([
      ['mode', 'args'],
      ['name'],
    ]);
    expect(codec.asEncoded?.(shown as KubeObject)).toBe(shown);
  });

  it('minds a number that is too large only where there is no place for it', () => {
    const large = (text: string) => codec.decode(parseJson(Buffer.from(text), { duplicates: true, anyNumber: true }));
    expect(large('{"spec":{"unknown":1e309}}').strictErrors).toEqual(['unknown field "spec.unknown"']);
    expect(() => large('{"spec":{"replicas":1e309}}')).toThrow(
      'json: cannot unmarshal number 1e309 into Go struct field WidgetSpec.spec.replicas of type int32',
    );
    expect(() => parseJson(Buffer.from('[1e309]'), { duplicates: true })).toThrow(
      'json: cannot unmarshal number 1e309 into Go value of type float64',
    );
  });

  describe('where a key comes again', () => {
    it.each([
      ['a struct is read over the one before', '{"metadata":{"name":"a","uid":"u"},"metadata":{"name":"b"}}'],
      ['… and a null is nothing', '{"metadata":{"name":"b","uid":"u"},"metadata":null}'],
      ['… nor is one for a text', '{"metadata":{"name":"b","uid":"u","name":null}}'],
      ['… whoever came first', '{"metadata":null,"metadata":{"name":"b","uid":"u"}}'],
    ])('%s', (_what, text) => {
      expect(read(text).object.metadata).toEqual({ name: 'b', uid: 'u' });
    });
    it('maps take what is new, lists are read over their items', () => {
      expect(spec('{"labels":{"a":"1","b":"1"},"labels":{"c":"2","a":"2"},"labels":{}}')).toMatchObject({
        labels: { a: '2', b: '1', c: '2' },
      });
      expect(spec('{"labels":{"a":"1"},"labels":null}')).not.toHaveProperty('labels');
      expect(spec('{"ports":[{"name":"x","port":1},{"port":2}],"ports":[{"port":3}]}')).toMatchObject({
        ports: [{ name: 'x', port: 3 }],
      });
      expect(spec('{"ports":[{"name":"x","port":1}],"ports":[null]}')).toMatchObject({
        ports: [{ name: 'x', port: 1 }],
      });
    });
    it('each value has to be one', () => {
      const first = 'json: cannot unmarshal number into Go struct field WidgetSpec.spec.mode of type v1.Mode';
      expect(() => read('{"spec":{"mode":7,"mode":"m"}}')).toThrow(first);
      expect(() => read('{"spec":{"labels":{"a":7,"a":"b"}}}')).toThrow('WidgetSpec.spec.labels of type string');
    });
    it('costs as much as it is long', () => {
      const labels = Array.from({ length: 50_000 }, (_, at) => `"labels":{"k${at}":""}`);
      const read = spec(`{${labels.join(',')}}`) as { labels: object };
      const keys = Object.keys(read.labels);
      expect(keys).toHaveLength(50_000);
      expect(keys).toEqual([...keys].sort());
    });
    it('nobody is told of what decodes itself', () => {
      expect(read('{"spec":{"raw":{"a":1,"a":2},"raw":{}}}').strictErrors).toEqual(['duplicate field "spec.raw"']);
    });
  });

  it('tells what is wrong first in the text, though maps are read in order', () => {
    expect(() => read('{"spec":{"labels":{"z":true,"a":7}}}')).toThrow('cannot unmarshal bool into');
  });

  it('takes null for absent, in lists and maps for zero', () => {
    expect(spec('{"replicas":null,"ports":[null],"labels":{"a":null},"args":[null]}')).toEqual({
      ports: [{ port: 0 }],
      labels: { a: '' },
      mode: '',
      args: [''],
    });
  });

  it('brings times, quantities and bytes into canonical form', () => {
    expect(
      spec(
        '{"since":"2024-01-01T01:00:00.9+02:00","exactly":"2024-01-01T00:00:00.000001Z","amount":"1024Ki","limits":{"cpu":0.5,"memory":"1.0"},"secret":"YQ\\n==","port":"http"}',
      ),
    ).toMatchObject({
      since: '2023-12-31T23:00:00Z',
      exactly: '2024-01-01T00:00:00.000001Z',
      amount: '1Mi',
      limits: { cpu: '500m', memory: '1' },
      secret: 'YQ==',
      port: 'http',
    });
  });

  it('leaves out an empty status that is omitzero, and the zero time', () => {
    expect(read('{"status":{}}').object).not.toHaveProperty('status');
    expect(read('{"status":{"phase":"x"}}').object.status).toEqual({ phase: 'x', seen: null });
    expect(read('{"metadata":{"creationTimestamp":"0001-01-01T00:00:00Z"}}').object.metadata).toEqual({});
  });

  it('opens inline structs', () => {
    expect(spec('{"file":"f","other":{"port":1}}')).toMatchObject({ file: 'f', other: { port: 1 } });
  });

  it('keeps an int64 exact', () => {
    expect(spec('{"size":9007199254740993}')).toMatchObject({ size: 9007199254740993n });
  });

  it('reports unknown and duplicate fields with their paths, in the order of the text', () => {
    const { strictErrors } = read(
      '{"spec":{"ports":[{"port":1,"speed":9}],"parts":{"a":{"b":1}},"bogus":{"x":1,"x":2},"mode":"a","mode":"b"},"Metadata":{},"KIND":1,"__proto__":{}}',
    );
    expect(strictErrors).toEqual([
      'unknown field "spec.ports[0].speed"',
      'unknown field "spec.parts.a.b"',
      'unknown field "spec.bogus"',
      'duplicate field "spec.mode"',
      'unknown field "Metadata"',
      'unknown field "KIND"',
      'unknown field "__proto__"',
    ]);
  });

  it('reports no more than a hundred', () => {
    const many = Array.from({ length: 300 }, (_, at) => `"x${at}":1`).join(',');
    expect(read(`{${many}}`).strictErrors).toHaveLength(100);
  });

  it.each([
    ['{"metadata":"x"}', 'string into Go struct field Widget.metadata of type v1.ObjectMeta'],
    ['{"metadata":{"name":5}}', 'number into Go struct field ObjectMeta.metadata.name of type string'],
    ['{"metadata":{"uid":5}}', 'number into Go struct field ObjectMeta.metadata.uid of type types.UID'],
    [
      '{"metadata":{"labels":["a"]}}',
      'array into Go struct field ObjectMeta.metadata.labels of type map[string]string',
    ],
    ['{"metadata":{"labels":{"a":true}}}', 'bool into Go struct field ObjectMeta.metadata.labels of type string'],
    ['{"spec":{"replicas":1.0}}', 'number 1.0 into Go struct field WidgetSpec.spec.replicas of type int32'],
    [
      '{"spec":{"replicas":2147483648}}',
      'number 2147483648 into Go struct field WidgetSpec.spec.replicas of type int32',
    ],
    ['{"spec":{"replicas":"3"}}', 'string into Go struct field WidgetSpec.spec.replicas of type int32'],
    [
      '{"spec":{"size":9223372036854775808}}',
      'number 9223372036854775808 into Go struct field WidgetSpec.spec.size of type int64',
    ],
    ['{"spec":{"paused":"yes"}}', 'string into Go struct field WidgetSpec.spec.paused of type bool'],
    ['{"spec":{"port":1.5}}', 'number 1.5 into Go struct field WidgetSpec.spec.port of type int32'],
    ['{"spec":{"port":true}}', 'bool into Go struct field WidgetSpec.spec.port of type int32'],
    ['{"spec":{"ports":{"a":1}}}', 'object into Go struct field WidgetSpec.spec.ports of type []v1.WidgetPort'],
    ['{"spec":{"ports":[{"name":1}]}}', 'number into Go struct field WidgetPort.spec.ports.name of type string'],
    ['{"spec":{"parts":{"k":{"name":1}}}}', 'number into Go struct field WidgetPort.spec.parts.name of type string'],
    ['{"spec":{"limits":[]}}', 'array into Go struct field WidgetSpec.spec.limits of type v1.ResourceList'],
    ['{"spec":{"file":1}}', 'number into Go struct field WidgetSpec.spec.WidgetSource.file of type string'],
    ['{"spec":{"since":5}}', 'number into Go struct field WidgetSpec.spec.since of type string'],
    ['{"spec":{"mode":5,"replicas":"x"}}', 'number into Go struct field WidgetSpec.spec.mode of type v1.Mode'],
    ['[]', 'array into Go value of type v1.Widget'],
  ])('refuses %s', (text, message) => {
    expect(() => read(text)).toThrow(`json: cannot unmarshal ${message}`);
  });

  it.each([
    ['{"spec":{"secret":"not base64!"}}', 'illegal base64 data at input byte 3'],
    ['{"spec":{"secret":"YQ"}}', 'illegal base64 data at input byte 0'],
    ['{"spec":{"secret":"YWJjZ"}}', 'illegal base64 data at input byte 4'],
    ['{"spec":{"secret":"YQ=a"}}', 'illegal base64 data at input byte 3'],
    ['{"spec":{"blobs":{"a":"YQ==YQ=="}}}', 'illegal base64 data at input byte 4'],
    [
      '{"spec":{"since":"yesterday"}}',
      'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
    ],
    [
      '{"spec":{"since":"2024-01-01"}}',
      'parsing time "2024-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"',
    ],
    [
      '{"spec":{"amount":"much"}}',
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  ])('refuses %s at once', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

describe('depth', () => {
  it('is limited in JSON of any shape', () => {
    const deep = (levels: number) => `{"spec":{"raw":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    expect(() => codec.encode(read(deep(900)).object)).not.toThrow();
    expect(() => read(deep(9000))).toThrow('exceeded max depth');
  });

  it('is limited where a type contains itself', () => {
    const deep = (levels: number) => `{"spec":${'{"parent":'.repeat(levels)}{}${'}'.repeat(levels)}}`;
    expect(() => codec.encode(read(deep(900)).object)).not.toThrow();
    expect(() => read(deep(9000))).toThrow('exceeded max depth');
  });
});

describe('encoding as a type', () => {
  it('does not depend on the order of the object', () => {
    const object = { spec: { args: [], mode: 'm' }, metadata: { uid: 'u', name: 'n' }, ...head } as KubeObject;
    expect(codec.encode(object).text).toBe(
      '{"kind":"Widget","apiVersion":"example.k8s.io/v1","metadata":{"name":"n","uid":"u"},"spec":{"mode":"m","args":null}}',
    );
  });

  it('writes an empty list that is always written as the store gives it back: as none', () => {
    const { text } = codec.encode({ ...head, metadata: {}, spec: { args: [] } });
    expect(text).toContain('"args":null');
  });

  it('sorts maps by bytes and escapes as Go does', () => {
    const labels = { 10: 'a', 9: '<&>', '\u{1f600}': 'c', '\uffee': 'd' };
    const { text } = codec.encode({ ...head, metadata: {}, spec: { labels } });
    expect(text).toContain('"labels":{"10":"a","9":"\\u003c\\u0026\\u003e","\uffee":"d","\u{1f600}":"c"}');
  });

  it('gives back what it decoded', () => {
    const text =
      '{"kind":"Widget","apiVersion":"example.k8s.io/v1","metadata":{"name":"n"},"spec":{"replicas":1,"size":9007199254740993,"ratio":1e-7,"port":80,"raw":{"z":1,"a":[1.5,9007199254740993]},"mode":"m","args":null,"parent":{"mode":"","args":["x"]}},"status":{"phase":"p","seen":null}}';
    expect(codec.encode(read(text).object).text).toBe(text);
  });

  it.each([
    [
      { name: 'n', uid: 'u', creationTimestamp: '2024-01-01T00:00:00Z' },
      '{"name":"n","uid":"u","resourceVersion":"7","creationTimestamp":"2024-01-01T00:00:00Z"}',
    ],
    [{ name: 'n', labels: { a: 'b' } }, '{"name":"n","resourceVersion":"7","labels":{"a":"b"}}'],
    [{ labels: { a: 'b' } }, '{"resourceVersion":"7","labels":{"a":"b"}}'],
    [{ name: 'n', uid: 'u' }, '{"resourceVersion":"7","name":"n","uid":"u"}'],
    [{}, '{"resourceVersion":"7"}'],
    [{ name: 'n', resourceVersion: '3', generation: 1 }, '{"name":"n","resourceVersion":"7","generation":1}'],
  ])('knows where the resourceVersion belongs in %j', (metadata, expected) => {
    const text = withRevision(codec.encode({ ...head, metadata }), '7');
    expect(text).toContain(`"metadata":${expected},`);
    expect(() => JSON.parse(text)).not.toThrow();
  });
});

describe('a strict error', () => {
  it('puts what the YAML parser found first, in one', () => {
    expect(strictDecodingError(['line 8: key "a" already set in map', 'unknown field "more"'])).toBe(
      'strict decoding error: yaml: unmarshal errors:\n  line 8: key "a" already set in map, unknown field "more"',
    );
  });
});
