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

  it.each([
    ['endpoint', 'endpoints'],
    ['endpoints-controller', 'endpoints'],
    ['endpointslice-mirroring-controller', 'endpointslicemirroring'],
    ['persistentvolumeclaim-protection-controller', 'pvc-protection'],
    ['persistentvolume-protection-controller', 'pv-protection'],
    ['volumeattributesclass-protection-controller', 'volumeattributesclass-protection'],
    ['node-lifecycle-controller', 'nodelifecycle'],
    ['replicationcontroller-controller', 'replicationcontroller'],
    ['ttl-after-finished-controller', 'ttl-after-finished'],
    ['root-ca-cert-publisher', 'root-ca-certificate-publisher'],
  ])('understands %s as %s', (text, name) => {
    expect(chooseControllers([text])).toEqual([name]);
  });

  it.each(['scheduler', '-scheduler', ''])('refuses %j and names the known ones', (name) => {
    expect(() => chooseControllers(['*', name])).toThrow(UnknownController);
    expect(() => chooseControllers([name])).toThrow(/namespace, garbage-collector, /);
  });
});
