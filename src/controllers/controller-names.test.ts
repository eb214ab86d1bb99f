import { describe, expect, it } from 'vitest';
import { chooseControllers, controllerNames, UnknownController } from './controller-names.ts';

describe('the list of controllers', () => {
  it.each([
    [['*'], [...controllerNames]],
    [[], []],
    [['namespace'], ['namespace']],
    [
      ['garbage-collector-controller', 'namespace-controller'],
      ['namespace', 'garbage-collector'],
    ],
    [['*', '-namespace'], controllerNames.filter((name) => name !== 'namespace')],
    [
      ['-serviceaccount-controller', '*', 'serviceaccount'],
      controllerNames.filter((name) => name !== 'serviceaccount'),
    ],
    [
      ['resourcequota-controller', 'disruption-controller'],
      ['resourcequota', 'disruption'],
    ],
    [['-namespace'], []],
  ])('%j chooses %j', (list, expected) => {
    expect(chooseControllers(list)).toEqual(expected);
  });

  it.each(['deployment', '-deployment', ''])('refuses %j and names the known ones', (name) => {
    expect(() => chooseControllers(['*', name])).toThrow(UnknownController);
    expect(() => chooseControllers([name])).toThrow(/namespace, garbage-collector, /);
  });
});
