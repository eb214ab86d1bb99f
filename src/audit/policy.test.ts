import { describe, expect, it, test } from 'vitest';
import type { Attributes } from '#auth';
import { type PolicyRule, PolicyRuleEvaluator } from './policy.ts';
import { AuditPolicyError, parseAuditPolicy } from './policy-file.ts';

const ada = { name: 'ada', uid: '', groups: ['devs', 'system:authenticated'], extra: {} };
const read = (what: string, more: object = {}): Attributes => {
  const [resource = '', subresource = ''] = what.split('/');
  return { kind: 'resource', verb: 'get', group: '', resource, subresource, namespace: 'n', name: 'a', ...more };
};
const page = (path: string): Attributes => ({ kind: 'path', verb: 'get', path });
const matches = (rule: Omit<PolicyRule, 'level'>, attributes: Attributes, user = ada): boolean =>
  new PolicyRuleEvaluator({ rules: [{ level: 'Metadata', ...rule }] }).evaluate(attributes, user).level === 'Metadata';

describe('a rule of a policy', () => {
  test.each<[string, Omit<PolicyRule, 'level'>, Attributes, boolean]>([
    ['nothing said', {}, read('pods'), true],
    ['its user', { users: ['bob', 'ada'] }, read('pods'), true],
    ['another user', { users: ['bob'] }, read('pods'), false],
    ['a group', { userGroups: ['devs'] }, page('/healthz'), true],
    ['another group', { userGroups: ['ops'] }, page('/healthz'), false],
    ['its verb', { verbs: ['get'] }, read('pods'), true],
    ['another verb', { verbs: ['list'] }, read('pods'), false],
    ['its namespace', { namespaces: ['n'] }, read('pods'), true],
    ['the namespace of what has none', { namespaces: [''] }, read('nodes', { namespace: '' }), true],
    ['a namespace, of a path', { namespaces: [''] }, page('/healthz'), false],
    ['its resource', { resources: [{ resources: ['pods'] }] }, read('pods'), true],
    ['a resource, of its part', { resources: [{ resources: ['pods'] }] }, read('pods/log'), false],
    ['a part', { resources: [{ resources: ['pods/log'] }] }, read('pods/log'), true],
    ['all parts', { resources: [{ resources: ['pods/*'] }] }, read('pods/log'), true],
    ['all parts, of the object itself', { resources: [{ resources: ['pods/*'] }] }, read('pods'), true],
    ['a part of all', { resources: [{ resources: ['*/log'] }] }, read('pods/log'), true],
    ['a part of all, of the object itself', { resources: [{ resources: ['*/log'] }] }, read('log'), false],
    ['everything', { resources: [{ resources: ['*'] }] }, read('pods/log'), true],
    ['a group without resources', { resources: [{ group: '' }] }, read('pods'), true],
    ['another API group', { resources: [{ group: 'apps' }] }, read('pods'), false],
    ['all API groups', { resources: [{ group: '*' }] }, read('deployments', { group: 'apps' }), true],
    ['its name', { resources: [{ resources: ['pods'], resourceNames: ['a'] }] }, read('pods'), true],
    ['another name', { resources: [{ resources: ['pods'], resourceNames: ['b'] }] }, read('pods'), false],
    ['its path', { nonResourceURLs: ['/healthz'] }, page('/healthz'), true],
    ['the begin of a path', { nonResourceURLs: ['/healthz*'] }, page('/healthz/ping'), true],
    ['all paths', { nonResourceURLs: ['*'] }, page('/version'), true],
    ['all paths, of a resource', { nonResourceURLs: ['*'] }, read('pods'), false],
  ])('matches by %s', (_, rule, attributes, expected) => {
    expect(matches(rule, attributes)).toBe(expected);
  });

  it('that names users matches nobody who is unknown', () => {
    const policy = new PolicyRuleEvaluator({
      rules: [{ level: 'Metadata', userGroups: ['devs'] }, { level: 'Request' }],
    });
    expect(policy.evaluate(page('/'), undefined).level).toBe('Request');
  });

  it('counts if it is the first that matches, with the stages that the policy leaves out', () => {
    const policy = new PolicyRuleEvaluator({
      omitStages: ['RequestReceived'],
      omitManagedFields: true,
      rules: [
        { level: 'None', users: ['bob'] },
        { level: 'Request', omitStages: ['Panic'], omitManagedFields: false },
        { level: 'RequestResponse' },
      ],
    });
    const { level, omitStages, omitManagedFields } = policy.evaluate(read('pods'), ada);
    expect([level, [...omitStages], omitManagedFields]).toEqual(['Request', ['RequestReceived', 'Panic'], false]);
    expect(policy.evaluate(read('pods'), { ...ada, name: 'bob' }).level).toBe('None');
  });
});

describe('a policy file', () => {
  const header = 'apiVersion: audit.k8s.io/v1\nkind: Policy\n';
  const parse = (text: string, warn: (text: string) => void = () => undefined) =>
    parseAuditPolicy(Buffer.from(text), warn);

  it('is read', () => {
    const { rules } = parse(`${header}rules:\n- level: Metadata\n  verbs: [get]\n  omitManagedFields: false\n`);
    expect(rules).toEqual([{ level: 'Metadata', verbs: ['get'], omitManagedFields: false }]);
  });

  it('with a field that nobody knows is followed without it', () => {
    const heard: string[] = [];
    const { rules } = parse(`${header}rules: [{level: None, verb: get}]`, (text) => heard.push(text));
    expect(rules).toEqual([{ level: 'None' }]);
    expect(heard).toEqual([
      'Audit policy contains errors, falling back to lenient decoding: strict decoding error: unknown field "rules[0].verb"',
    ]);
  });

  test.each([
    [`${header}rules: []`, 'loaded illegal policy with 0 rules'],
    ['kind: Policy\nrules: []', 'unknown group version field audit.k8s.io/__internal, Kind=Policy in policy'],
    ['', 'unknown group version field audit.k8s.io/__internal, Kind=Policy in policy'],
    ['apiVersion: v1\nkind: Pod', 'failed decoding: no kind "Pod" is registered for version "v1" in scheme '],
    ['apiVersion: audit.k8s.io/v1\nrules: []', 'loaded illegal policy with 0 rules'],
    [
      `${header}rules: [{level: None, verbs: get}]`,
      'failed decoding: json: cannot unmarshal string into Go struct field PolicyRule.rules.verbs of type []string',
    ],
    [
      'apiVersion: audit.k8s.io/v1beta1\nkind: Policy\nrules: []',
      'failed decoding: no kind "Policy" is registered for version "audit.k8s.io/v1beta1" in scheme ',
    ],
    [`${header}rules: [{}]`, 'rules[0].level: Required value'],
    [
      `${header}rules: [{level: All}]`,
      'rules[0].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse"',
    ],
    [
      `${header}rules: [{level: None, nonResourceURLs: ["a*b"]}]`,
      `[rules[0].nonResourceURLs[0]: Invalid value: "a*b": non-resource URL rules must begin with a '/' character, rules[0].nonResourceURLs[0]: Invalid value: "a*b": non-resource URL wildcards '*' must be the final character of the rule]`,
    ],
    [
      `${header}rules: [{level: None, nonResourceURLs: ["/a"], namespaces: [ns]}]`,
      'rules[0].nonResourceURLs: Invalid value: ["/a"]: rules cannot apply to both regular resources and non-resource URLs',
    ],
    [
      `${header}rules: [{level: None, resources: [{group: a/v1}]}]`,
      'rules[0].resources.group: Invalid value: "a/v1": ',
    ],
    [
      `${header}rules: [{level: None, resources: [{resourceNames: [a]}]}]`,
      'rules[0].resources.resourceNames: Invalid value: ["a"]: using resourceNames requires at least one resource',
    ],
    [
      `${header}omitStages: [Late]\nrules: [{level: None}]`,
      'omitStages[0]: Invalid value: "Late": allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic',
    ],
  ])('is refused: %j', (text, expected) => {
    expect(() => parse(text)).toThrow(AuditPolicyError);
    expect(() => parse(text)).toThrow(expected);
  });
});
