import { describe, expect, it } from 'vitest';
import { deviceSelectorFault, type SelectorFault } from './device-selector.ts';

const invalid = (detail: string): SelectorFault => ({ kind: 'invalid', detail });

const table: [expression: string, fault: SelectorFault | undefined][] = [
  ['device.driver == "a"', undefined],
  ['device.attributes["a"].b', undefined],
  ['device.capacity["a"].b.isGreaterThan(quantity("1"))', undefined],
  ['cel.bind(dra, device.attributes["dra.example.com"], dra.oneBool && dra.anotherBool)', undefined],
  ['device.attributes.all(d, device.attributes[d].all(k, device.attributes[d][k] == 1))', undefined],
  ['1', invalid('must evaluate to bool or the unknown type, not int')],
  [
    'device.nothing',
    invalid(`compilation failed: ERROR: <input>:1:7: undefined field 'nothing'\n | device.nothing\n | ......^`),
  ],
  [
    'cel.bind(1, 2, true)',
    invalid(
      'compilation failed: ERROR: <input>:1:10: cel.bind() variable names must be simple identifiers\n | cel.bind(1, 2, true)\n | .........^',
    ),
  ],
  [
    'device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, a == b))))',
    { kind: 'too expensive' },
  ],
];

describe('a selector of devices', () => {
  it.each(table)('%j is judged as by a real server', (expression, fault) => {
    expect(deviceSelectorFault(expression)).toEqual(fault);
  });
});
