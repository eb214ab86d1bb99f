// Made by 'pinnace gen conversion --tests'. Change the types, not this.
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { randomObjects, Scheme } from 'pinnace/api';
import { addToScheme } from './register.gen.ts';
import { v1 as v1Types } from './v1/schema.gen.ts';
import { v1beta1 as v1beta1Types } from './v1beta1/schema.gen.ts';

const scheme = new Scheme();
addToScheme(scheme);

test('a Frobber of v1 comes back from the hub as it was', () => {
  for (const object of randomObjects(v1Types.type('Frobber'), { apiVersion: 'frob.example.com/v1', count: 100, seed: 1 })) {
    deepEqual(scheme.convertToVersion(scheme.toHub(object), 'frob.example.com/v1'), object);
  }
});

test('a Frobber of v1beta1 comes back from the hub as it was', () => {
  for (const object of randomObjects(v1beta1Types.type('Frobber'), { apiVersion: 'frob.example.com/v1beta1', count: 100, seed: 1 })) {
    deepEqual(scheme.convertToVersion(scheme.toHub(object), 'frob.example.com/v1beta1'), object);
  }
});
