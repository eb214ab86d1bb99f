import { describe, expect, it } from 'vitest';
import { fieldErrors, formatFieldError, type KubeObject, path } from '#meta';
import { type MetadataStep, withMetadataRules, withNewMetadataRules } from './metadata-validation.ts';

const kind = { namespaced: false };
const named = (metadata: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'a', uid: 'u', resourceVersion: '1', ...metadata },
});
const own = (text: string) => () => [fieldErrors.required(path(text))];
const validateName = () => [];
const context = {} as never;
const changed = named({ finalizers: ['plain'], annotations: { 'bad key': 'x' } });
/** What is told, each in a word. */
function told(repeats: readonly MetadataStep[], anyFinalizers = false): string[] {
  const rules = { repeats, validateName, validateChange: own('change'), validateUpdate: own('rules') };
  const validate = withMetadataRules({ ...kind, anyFinalizers }, rules);
  return validate(changed, named({}), context).map(({ field }) => field.replace('metadata.', ''));
}

describe('the rules of an update', () => {
  const [whole, change] = [
    ['annotations', 'finalizers[0]', 'rules'],
    ['annotations', 'finalizers[0]', 'change'],
  ];
  it.each<[readonly MetadataStep[], string[]]>([
    [
      ['change', 'whole'],
      [...change, ...whole],
    ],
    [
      ['whole', 'change'],
      [...whole, ...change],
    ],
    [['change'], [...change, 'rules']],
    [['whole'], [...whole, 'change']],
    [
      ['whole', 'whole'],
      [...whole, ...whole, 'change'],
    ],
    [
      ['own', 'change'],
      ['rules', ...change],
    ],
    [[], ['rules', 'change']],
  ])('with the steps %j tell of metadata and of the kind in that order', (steps, expected) => {
    expect(told(steps)).toEqual(expected);
  });
  it('take any finalizers where the kind does', () => {
    expect(told(['change'], true)).toEqual(['annotations', 'change', 'rules']);
  });
});

it('the rules of a new object look at its metadata first', () => {
  const validate = withNewMetadataRules(kind, { validateName: () => ['is bad'], validateCreate: own('rules') });
  expect(validate(changed, context).map(formatFieldError)).toEqual([
    'metadata.name: Invalid value: "a": is bad',
    expect.stringContaining('metadata.annotations: Invalid value: "bad key"'),
    expect.stringContaining('metadata.finalizers[0]: Invalid value: "plain"'),
    'rules: Required value',
  ]);
});
