import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { flowSchemas } from './flow-schema.ts';
import { mandatoryFlowControl } from './mandatory.ts';
import { priorityLevelConfigurations } from './priority-level.ts';
import { suggestedFlowControl } from './suggested.ts';

const of = (kind: string) => (name: string, spec: object) => ({
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
  kind,
  metadata: { name },
  spec,
});
const schemas = tryOut(flowSchemas);
const levels = tryOut(priorityLevelConfigurations);
const schema = of('FlowSchema');
const level = of('PriorityLevelConfiguration');

describe('what is always there', () => {
  it.each(
    [...mandatoryFlowControl, ...suggestedFlowControl].map((object) => [
      `${object.kind} ${object.metadata.name}`,
      object,
    ]),
  )('%s is good', async (_, object) => {
    const trial = object.kind === 'FlowSchema' ? schemas : levels;
    const { object: written, faults } = await trial.write(object);
    expect(faults).toEqual([]);
    expect(written.spec).toEqual(object.spec);
  });

  it('says what it always said', async () => {
    const spec = { priorityLevelConfiguration: { name: 'x' }, matchingPrecedence: 10000 };
    expect((await schemas.write(schema('catch-all', spec))).faults).toEqual([
      'spec: Invalid value: {"PriorityLevelConfiguration":{"Name":"x"},"MatchingPrecedence":10000,"DistinguisherMethod":null,"Rules":null}: spec of \'catch-all\' must equal the fixed value',
    ]);
  });

  it('but for what the exempt level lends', async () => {
    expect((await levels.write(level('exempt', { type: 'Exempt', exempt: { lendablePercent: 5 } }))).faults).toEqual(
      [],
    );
    expect((await levels.write(level('exempt', { type: 'Exempt', exempt: { lendablePercent: 101 } }))).faults).toEqual([
      'spec.exempt.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive',
    ]);
  });
});

describe('a FlowSchema', () => {
  const subjects = [{ kind: 'User', user: { name: 'u' } }];
  const rules = (...list: object[]) => ({ priorityLevelConfiguration: { name: 'p' }, rules: list });
  const at = 'spec.rules[0]';

  it('comes in the middle, unless told otherwise', async () => {
    const { object } = await schemas.write(schema('a', rules()));
    expect(object.spec).toMatchObject({ matchingPrecedence: 1000 });
  });

  it.each([
    [{ matchingPrecedence: -1 }, ['spec.matchingPrecedence: Invalid value: -1: must be a positive value']],
    [
      { matchingPrecedence: 1 },
      ["spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1"],
    ],
  ])('with %j', async (rest, faults) => {
    expect((await schemas.write(schema('a', { ...rules(), ...rest }))).faults).toEqual(faults);
  });

  it.each([
    [
      {
        subjects: [{ kind: 'Group', user: { name: 'u' } }],
        nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
      },
      [
        `${at}.subjects[0].group: Required value: group is required when subject kind is 'Group'`,
        `${at}.subjects[0].user: Forbidden: user is forbidden when subject kind is not 'User'`,
      ],
    ],
    [
      {
        subjects: [{ kind: 'ServiceAccount', serviceAccount: { name: '' } }],
        nonResourceRules: [{ verbs: ['fly'], nonResourceURLs: ['', 'a', '/a b', '/a//b', '/*/a', '/a/*'] }],
      },
      [
        `${at}.subjects[0].serviceAccount.name: Required value`,
        `${at}.subjects[0].serviceAccount.namespace: Required value: must specify namespace for service account`,
        `${at}.nonResourceRules[0].verbs: Unsupported value: ["fly"]: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"`,
        `${at}.nonResourceRules[0].nonResourceURLs[0]: Invalid value: "": must not be empty`,
        `${at}.nonResourceRules[0].nonResourceURLs[1]: Invalid value: "a": must start with slash`,
        `${at}.nonResourceRules[0].nonResourceURLs[2]: Invalid value: "/a b": must not contain white-space`,
        `${at}.nonResourceRules[0].nonResourceURLs[3]: Invalid value: "/a//b": must not contain double slash`,
        `${at}.nonResourceRules[0].nonResourceURLs[4]: Invalid value: "/*/a": wildcard can only do suffix matching`,
      ],
    ],
    [
      {
        subjects,
        resourceRules: [{ verbs: ['*', 'get'], apiGroups: ['*', 'a'], resources: [], namespaces: ['*', 'a'] }],
      },
      [
        `${at}.resourceRules[0].verbs: Invalid value: ["*","get"]: if '*' is present, must not specify other verbs`,
        `${at}.resourceRules[0].apiGroups: Invalid value: ["*","a"]: if '*' is present, must not specify other api groups`,
        `${at}.resourceRules[0].resources: Required value: resource rules must supply at least one resource`,
        `${at}.resourceRules[0].namespaces: Invalid value: ["*","a"]: if '*' is present, must not specify other namespaces`,
      ],
    ],
  ])('with the rule %j', async (rule, faults) => {
    expect((await schemas.write(schema('a', rules(rule)))).faults).toEqual(faults);
  });

  it('has findings of different types', async () => {
    const live = schemas.read(schema('a', rules()));
    const body = { ...schema('a', {}), status: { conditions: [{ type: 'X' }, { type: 'X' }, {}] } };
    const { object, faults } = await schemas.write(body, { live, subresource: 'status' });
    expect(faults).toEqual([
      'status.conditions[1].type: Duplicate value: "X"',
      'status.conditions[2].type: Required value',
    ]);
    expect(object.spec).toMatchObject({ priorityLevelConfiguration: { name: 'p' } });
  });

  it('shows where its requests go', () => {
    expect(schemas.cells(schema('a', rules()))).toEqual(['a', 'p', 1000, '<none>', '<unknown>', '?']);
  });
});

describe('a PriorityLevelConfiguration', () => {
  const limited = (limitResponse: object, rest: object = {}) => ({
    type: 'Limited',
    limited: { limitResponse, ...rest },
  });
  const queue = (queuing: object) => limited({ type: 'Queue', queuing });
  const at = 'spec.limited.limitResponse.queuing';

  it('fills in how many may wait', async () => {
    const { object } = await levels.write(level('a', queue({})));
    expect(object.spec).toEqual({
      type: 'Limited',
      limited: {
        nominalConcurrencyShares: 30,
        lendablePercent: 0,
        limitResponse: { type: 'Queue', queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
      },
    });
    expect(levels.cells(level('a', queue({})))).toEqual(['a', 'Limited', 30, 64, 8, 50, '<unknown>']);
  });

  it.each([
    [{}, ['spec.type: Required value']],
    [{ type: 'Limited' }, ['spec.limited: Required value: must not be empty when type is Limited']],
    [{ ...limited({ type: 'Reject' }), exempt: {} }, ['spec.exempt: Forbidden: must be nil if the type is Limited']],
    [
      limited({ type: 'Drop' }, { borrowingLimitPercent: -1 }),
      [
        'spec.limited.limitResponse.type: Unsupported value: "Drop": supported values: "Queue", "Reject"',
        'spec.limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer',
      ],
    ],
    [queue({ handSize: 9, queues: 8 }), [`${at}.handSize: Invalid value: 9: should not be greater than queues (8)`]],
    [
      queue({ queueLengthLimit: -1, queues: -1, handSize: -1 }),
      [
        `${at}.queueLengthLimit: Invalid value: -1: must be positive`,
        `${at}.queues: Invalid value: -1: must be positive`,
        `${at}.handSize: Invalid value: -1: must be positive`,
      ],
    ],
    [
      queue({ queues: 10_000_001, handSize: 1 }),
      [`${at}.queues: Invalid value: 10000001: must not be greater than 10000000`],
    ],
    [
      queue({ queues: 128, handSize: 10 }),
      [
        `${at}.handSize: Invalid value: 10: required entropy bits of deckSize 128 and handSize 10 should not be greater than 60`,
      ],
    ],
  ])('with %j', async (spec, faults) => {
    expect((await levels.write(level('a', spec))).faults).toEqual(faults);
  });
});
