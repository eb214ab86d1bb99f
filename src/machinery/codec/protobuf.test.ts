import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import { widgets } from '../testing/widget-types.ts';
import { protobufCodec } from './protobuf.ts';
import { unwrapUnknown, wrapUnknown } from './protobuf-envelope.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const codec = protobufCodec(widgets.type('Widget'), { kind: 'Widget', apiVersion: 'example.k8s.io/v1' });
const port = protobufCodec(widgets.type('WidgetPort'));
const spec = protobufCodec(widgets.type('WidgetSpec'));

describe('protobuf messages', () => {
  it('write values that are no pointers even when they are zero, by number', () => {
    expect(hex(port.encode({}))).toBe('0a001200' + '1800');
    expect(hex(port.encode({ port: -1, name: 'a' }))).toBe('0a0161' + '1200' + '18ffffffffffffffffff01');
  });

  it('come back as they were, in canonical form', () => {
    const object: JsonObject = {
      kind: 'Widget',
      apiVersion: 'example.k8s.io/v1',
      metadata: { name: 'n', generation: 9007199254740993n, deletionTimestamp: '1969-12-31T23:59:59Z' },
      spec: {
        replicas: 0,
        size: -5,
        ratio: 0.25,
        paused: true,
        secret: 'YQ==',
        amount: '500m',
        port: 'http',
        since: '2024-02-29T12:00:00Z',
        exactly: '2024-02-29T12:00:00.000001Z',
        raw: { any: ['thing', 1.5, null] },
        ports: [{ port: 1, name: 'a' }, { port: 0 }],
        labels: { b: '2', a: '1', __proto__x: '' },
        blobs: { k: 'YWI=' },
        limits: { cpu: '1' },
        parts: { p: { port: 3 } },
        file: 'f',
        mode: '',
        args: ['x', ''],
        parent: { port: 80, mode: 'inner', args: null },
        numbers: [1, 300, -1],
        extra: { a: ['x', 'y'], b: [] },
        verbs: ['get'],
      },
    };
    expect(codec.decode(codec.encode(object))).toEqual(object);
  });

  it('skip what they do not know', () => {
    const unknown = Buffer.from(
      'a006' + '05' + 'aa0603616263' + 'ad0601020304' + 'a1060102030405060708' + '180a',
      'hex',
    );
    expect(port.decode(unknown)).toEqual({ port: 10 });
  });

  it('read numbers that come packed', () => {
    expect(spec.decode(Buffer.from('a20103ac0201', 'hex'))).toMatchObject({ numbers: [300, 1] });
  });

  it.each([
    ['0f', 'proto: wrong wireType = 7 for field Name'],
    ['7f', 'proto: illegal wireType 7'],
    ['0a05', 'unexpected EOF'],
    ['0a', 'unexpected EOF'],
    ['18', 'unexpected EOF'],
    ['18ffffffffffffffffffff01', 'proto: integer overflow'],
    ['0affffffffffffffffff01', 'proto: negative length found during unmarshaling'],
    ['0c', 'proto: WidgetPort: wiretype end group for non-group'],
    ['00', 'proto: WidgetPort: illegal tag 0 (wire type 0)'],
    ['1a00', 'proto: wrong wireType = 2 for field Port'],
  ])('refuse %s in the words of the generated decoders', (bytes, message) => {
    expect(() => port.decode(Buffer.from(bytes, 'hex'))).toThrow(message);
  });

  it('do not go deeper than the stack', () => {
    let bytes: Buffer = Buffer.alloc(0);
    for (let depth = 0; depth < 2000; depth++) {
      const size = bytes.length;
      const length = size < 0x80 ? [size] : size < 0x4000 ? [(size & 0x7f) | 0x80, size >> 7] : [0];
      bytes = Buffer.concat([Buffer.from([0x9a, 0x01, ...length]), bytes]);
    }
    expect(() => spec.decode(bytes)).toThrow('proto: exceeded max depth');
  });
});

describe('the envelope', () => {
  it('tells the kind', () => {
    const wrapped = wrapUnknown({ apiVersion: 'v1', kind: 'ConfigMap', raw: Uint8Array.of(1, 2) });
    expect(hex(wrapped)).toBe('6b3873000a0f0a0276311209436f6e6669674d617012020102' + '1a002200');
    expect(unwrapUnknown(wrapped)).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', contentType: '' });
    expect(hex(unwrapUnknown(wrapped).raw)).toBe('0102');
  });

  it.each([
    ['', 'empty data'],
    ['k8s\0', 'empty body'],
    ['garbage', 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]'],
    ['k8s\0garbage', 'proto: illegal wireType 7'],
  ])('refuses %j', (text, message) => {
    expect(() => unwrapUnknown(Buffer.from(text, 'latin1'))).toThrow(message);
  });
});
