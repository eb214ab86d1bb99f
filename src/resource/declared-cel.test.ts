import { expect, it } from 'vitest';
import { formatFieldError, type JsonObject } from '#meta';
import { describeTypes, metaV1 } from '#schema';
import { celRules } from './declared-cel.ts';

const text = `
Crane
  1 metadata meta.ObjectMeta
  2 spec CraneSpec
CraneSpec rule={"rule":"self.reach > 0","message":"no reach"}
  1 reach int32
  2 load quantity rule={"rule":"type(self) == string ? self != '0' : self > 0","message":"no load"}
  3 boom Boom? rule={"rule":"self.length < 100","message":"too long"}
  4 serial string immutable
Boom oneof=rope,chain rule={"rule":"self.length > 1","message":"too short"}
  1 length int32
  2 rope string?
  3 chain string?
  4 jib Boom?
`;

const faultsIn =
  (name: string) =>
  (spec: JsonObject): readonly string[] => {
    const source = { package: name, goPackage: 'v1', group: 'port.example.com', uses: { meta: metaV1 } };
    const validate = celRules(describeTypes(source, text).type('Crane'));
    const object = { apiVersion: 'port.example.com/v1', kind: 'Crane', metadata: { name: 'a' }, spec };
    return validate(object, { found: [], warn: () => undefined }).map(formatFieldError);
  };
const faults = faultsIn('com.example.port.v1');

it('the rules of a field hold together with those of its type', () => {
  expect(faults({ reach: 1, boom: { length: 200 } })).toEqual([expect.stringContaining('too long')]);
  expect(faults({ reach: 1, boom: { length: 0 } })).toEqual([expect.stringContaining('too short')]);
  expect(faults({ reach: 0 })).toEqual([expect.stringContaining('no reach')]);
});

it('what is declared otherwise is not told by an expression as well', () => {
  expect(faults({ reach: 1, serial: 'x', boom: { length: 5, rope: 'a', chain: 'b' } })).toEqual([]);
});

it('an amount can be looked at', () => {
  expect(faults({ reach: 1, load: '0' })).toEqual([expect.stringContaining('no load')]);
  expect(faults({ reach: 1, load: '5k' })).toEqual([]);
});

it('a type that contains itself has its rules at the first turn', () => {
  expect(faults({ reach: 1, boom: { length: 5, jib: { length: 0 } } })).toEqual([]);
});

it('rules hold though they are not published', () => {
  expect(faultsIn('io.k8s.port.v1')({ reach: 0 })).toEqual([expect.stringContaining('no reach')]);
});
