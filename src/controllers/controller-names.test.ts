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
    [
      ['*', '-namespace'],
      [
        'garbage-collector',
        'serviceaccount',
        'root-ca-certificate-publisher',
        'clusterrole-aggregation',
        'serviceaccount-token',
      ],
    ],
    [
      ['-serviceaccount-controller', '*', 'serviceaccount'],
      [
        'namespace',
        'garbage-collector',
        'root-ca-certificate-publisher',
        'clusterrole-aggregation',
        'serviceaccount-token',
      ],
    ],
    [['-namespace'], []],
  ])('%j chooses %j', (list, expected) => {
    expect(chooseControllers(list)).toEqual(expected);
  });

  it.each(['deployment', '-deployment', ''])('refuses %j and names the known ones', (name) => {
    expect(() => chooseControllers(['*', name])).toThrow(UnknownController);
    expect(() => chooseControllers([name])).toThrow(/namespace, garbage-collector, serviceaccount/);
  });
});
