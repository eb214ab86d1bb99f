import { expect, test } from 'vitest';
import { formatFieldError, path } from './field-error.ts';
import { nameIsDnsSubdomain } from './name-validation.ts';
import type { ObjectMeta, OwnerReference } from './object-meta.ts';
import {
  finalizerWarnings,
  validateBuiltInFinalizers,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from './object-meta-validation.ts';
import { duplicateOwnersWarning, uniqueOwners } from './owner-reference-validation.ts';

const at = path('metadata');
const name =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const value =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const owner = (more: Partial<OwnerReference>): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'a',
  uid: 'u',
  ...more,
});

test.each<[Partial<ObjectMeta>, string[]]>([
  [{}, []],
  [{ name: '' }, ['metadata.name: Required value: name or generateName is required']],
  [{ name: 'Bad_Name' }, [`metadata.name: Invalid value: "Bad_Name": ${subdomain}`]],
  [
    { generateName: 'Bad_', name: 'Bad_x' },
    [
      `metadata.generateName: Invalid value: "Bad_": ${subdomain}`,
      `metadata.name: Invalid value: "Bad_x": ${subdomain}`,
    ],
  ],
  [{ generateName: 'good-', name: 'good-x' }, []],
  [{ namespace: '' }, ['metadata.namespace: Required value']],
  [{ namespace: 'a.b' }, ['metadata.namespace: Invalid value: "a.b": must not contain dots']],
  [{ generation: -1 }, ['metadata.generation: Invalid value: -1: must be greater than or equal to 0']],
  [
    { labels: { ok: 'not ok!', '-bad': 'x' } },
    [`metadata.labels: Invalid value: "-bad": ${name}`, `metadata.labels: Invalid value: "not ok!": ${value}`],
  ],
  [{ annotations: { 'spaced key': 'x' } }, [`metadata.annotations: Invalid value: "spaced key": ${name}`]],
  [{ annotations: { 'UPPER.com/Key': 'any value!' } }, []],
  [{ annotations: { k: 'x'.repeat(262143) } }, []],
  [{ annotations: { k: 'x'.repeat(262144) } }, ['metadata.annotations: Too long: may not be more than 262144 bytes']],
  [
    { ownerReferences: [{} as OwnerReference] },
    [
      'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
      'metadata.ownerReferences.kind: Invalid value: "": must not be empty',
      'metadata.ownerReferences.name: Invalid value: "": must not be empty',
      'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
    ],
  ],
  [
    { ownerReferences: [owner({ apiVersion: 'a/b/c' })] },
    ['metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty'],
  ],
  [
    { ownerReferences: [owner({ kind: 'Event' })] },
    [
      'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"a","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
    ],
  ],
  [{ ownerReferences: [owner({ apiVersion: 'events.k8s.io/v1', kind: 'Event' })] }, []],
  [
    { ownerReferences: [owner({ controller: true }), owner({ controller: true, name: 'c', uid: 'v' })] },
    [
      'metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"ConfigMap","name":"a","uid":"u","controller":true},{"apiVersion":"v1","kind":"ConfigMap","name":"c","uid":"v","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for ConfigMap/a and ConfigMap/c',
    ],
  ],
  [{ finalizers: ['not valid!'] }, [`metadata.finalizers: Invalid value: "not valid!": ${name}`]],
  [
    { finalizers: ['orphan', 'foregroundDeletion'] },
    [
      'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
    ],
  ],
  [
    { managedFields: [{ operation: 'Apply', manager: 'm'.repeat(129), fieldsType: 'V2' }, {}] },
    [
      'metadata.managedFields[0].fieldsType: Invalid value: "V2": must be `FieldsV1`',
      'metadata.managedFields[0].manager: Too long: may not be more than 128 bytes',
      'metadata.managedFields[1].operation: Invalid value: "": must be `Apply` or `Update`',
    ],
  ],
])('metadata on creation (%#)', (more, faults) => {
  const meta = { name: 'a', namespace: 'ns', ...more };
  const found = validateObjectMeta(meta, { namespaced: true, validateName: nameIsDnsSubdomain });
  expect(found.map(formatFieldError)).toEqual(faults);
});

test('what lies in no namespace must not name one', () => {
  const rules = { namespaced: false, validateName: nameIsDnsSubdomain, path: path('template', 'metadata') };
  expect(validateObjectMeta({ name: 'a', namespace: 'ns' }, rules).map(formatFieldError)).toEqual([
    'template.metadata.namespace: Forbidden: not allowed on this type',
  ]);
});

const live: ObjectMeta = { name: 'a', namespace: 'ns', uid: 'u', resourceVersion: '1', generation: 3 };

test.each<[Partial<ObjectMeta>, Partial<ObjectMeta>, string[]]>([
  [{}, {}, []],
  [{ resourceVersion: '' }, {}, ['metadata.resourceVersion: Invalid value: "": must be specified for an update']],
  [{ generation: 2 }, {}, ['metadata.generation: Invalid value: 2: must not be decremented']],
  [
    { name: 'b', namespace: 'other', uid: 'v' },
    {},
    [
      'metadata.name: Invalid value: "b": field is immutable',
      'metadata.namespace: Invalid value: "other": field is immutable',
      'metadata.uid: Invalid value: "v": field is immutable',
    ],
  ],
  [
    { deletionTimestamp: '2001-01-01T00:00:00Z', deletionGracePeriodSeconds: 5 },
    {},
    [
      'metadata.deletionTimestamp: Invalid value: "2001-01-01T00:00:00Z": field is immutable',
      'metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable',
    ],
  ],
  [
    {},
    { creationTimestamp: '2001-01-01T00:00:00Z' },
    ['metadata.creationTimestamp: Invalid value: null: field is immutable'],
  ],
  [{ creationTimestamp: null }, {}, []],
  [
    { deletionTimestamp: '2001-01-01T00:00:00Z', finalizers: ['x/c', 'x/a', 'x/b'] },
    { deletionTimestamp: '2001-01-01T00:00:00Z', finalizers: ['x/b'] },
    [
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x/a", "x/c"}',
    ],
  ],
  [{ finalizers: ['x/a'] }, {}, []],
  [{ labels: { '-bad': 'x' } }, {}, [`metadata.labels: Invalid value: "-bad": ${name}`]],
])('metadata on update (%#)', (next, before, faults) => {
  const found = validateObjectMetaUpdate({ ...live, ...next }, { ...live, ...before }, at);
  expect(found.map(formatFieldError)).toEqual(faults);
});

test('built-in kinds want qualified or standard finalizers', () => {
  const finalizers = ['plain', 'example.com/one', 'kubernetes', 'orphan'];
  expect(validateBuiltInFinalizers(finalizers, at.child('finalizers')).map(formatFieldError)).toEqual([
    'metadata.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name nor is it fully qualified',
  ]);
});

test('custom resources are warned about finalizers that may collide', () => {
  const finalizers = ['hold', 'hold.example.com', 'example.com/hold', 'foregroundDeletion'];
  expect(finalizerWarnings(finalizers, at.child('finalizers'))).toEqual([
    'metadata.finalizers: "hold": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers',
    'metadata.finalizers: "hold.example.com": prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers',
  ]);
});

test('equal owners are kept once, and their uids are told', () => {
  const [one, other] = [owner({ uid: 'one' }), owner({ uid: 'one', name: 'b' })];
  const { references, duplicates } = uniqueOwners([one, other, { ...one }]);
  expect(references).toEqual([one, other]);
  expect(duplicateOwnersWarning(duplicates)).toBe(
    '.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: one',
  );
  expect(duplicateOwnersWarning(['a', 'b'], { afterAdmission: true })).toBe(
    '.metadata.ownerReferences contains duplicate entries after mutating admission happens; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: a, b',
  );
});
