import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { mutatingAdmissionPolicies, validatingAdmissionPolicies } from './policies.ts';
import { mutatingAdmissionPolicyBindings, validatingAdmissionPolicyBindings } from './policy-bindings.ts';
import { withStaticNames } from './static-names.ts';
import { mutatingWebhookConfigurations, validatingWebhookConfigurations } from './webhooks.ts';

const of = (kind: string) => (rest: object) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name: 'a' },
  ...rest,
});
const rule = { operations: ['CREATE'], apiGroups: ['g'], apiVersions: ['v1'], resources: ['things'] };
const defaultedRule = { ...rule, scope: '*' };
const matching = { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} };

describe('a webhook configuration', () => {
  const validating = tryOut(validatingWebhookConfigurations);
  const mutating = tryOut(mutatingWebhookConfigurations);
  const webhook = {
    name: 'a.example.com',
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig: { service: { namespace: 'n', name: 's' } },
  };
  const hooks = (...webhooks: object[]) => of('ValidatingWebhookConfiguration')({ webhooks });
  const at = 'webhooks[0]';

  it('fails when its webhooks cannot be asked, unless told otherwise', async () => {
    const { object, faults } = await validating.write(hooks({ ...webhook, rules: [rule] }));
    const filled = {
      ...webhook,
      ...matching,
      clientConfig: { service: { namespace: 'n', name: 's', port: 443 } },
      rules: [defaultedRule],
      failurePolicy: 'Fail',
      timeoutSeconds: 10,
    };
    expect(faults).toEqual([]);
    expect(object.webhooks).toEqual([filled]);
    const body = of('MutatingWebhookConfiguration')({ webhooks: [{ ...webhook, rules: [rule] }] });
    expect((await mutating.write(body)).object.webhooks).toEqual([{ ...filled, reinvocationPolicy: 'Never' }]);
  });

  it.each([
    [{ name: '' }, [`${at}.name: Required value`]],
    [{ sideEffects: undefined }, [`${at}.sideEffects: Required value: must specify one of None, NoneOnDryRun`]],
    [
      { timeoutSeconds: 0 },
      [`${at}.timeoutSeconds: Invalid value: 0: the timeout value must be between 1 and 30 seconds`],
    ],
    [
      { admissionReviewVersions: ['v1', 'v1', 'X'] },
      [
        `${at}.admissionReviewVersions[1]: Invalid value: "v1": duplicate version`,
        expect.stringContaining(`${at}.admissionReviewVersions[2]: Invalid value: "X": a DNS-1035 label`),
      ],
    ],
    [
      {
        matchConditions: [
          { name: 'c', expression: 'true' },
          { name: 'c', expression: ' ' },
        ],
      },
      [`${at}.matchConditions[1].expression: Required value`, `${at}.matchConditions[1].name: Duplicate value: "c"`],
    ],
    [
      { matchConditions: Array.from({ length: 65 }, (_, i) => ({ name: `c${i}`, expression: 'true' })) },
      [`${at}.matchConditions: Too many: 65: must have at most 64 items`],
    ],
  ])('with %j', async (rest, faults) => {
    expect((await validating.write(hooks({ ...webhook, ...rest }))).faults).toEqual(faults);
  });

  it.each([
    [
      {},
      ['operations', 'apiGroups', 'apiVersions', 'resources'].map((part) => `${at}.rules[0].${part}: Required value`),
    ],
    [
      { ...rule, operations: ['*', 'CREATE'], apiVersions: [''], scope: 'Near' },
      [
        `${at}.rules[0].operations: Invalid value: ["*","CREATE"]: if '*' is present, must not specify other operations`,
        `${at}.rules[0].apiVersions[0]: Required value`,
        `${at}.rules[0].scope: Unsupported value: "Near": supported values: "*", "Cluster", "Namespaced"`,
      ],
    ],
    [
      { ...rule, resources: ['pods/*', 'pods/log', '*/status', 'x/status'] },
      [
        `${at}.rules[0].resources[1]: Invalid value: "pods/log": if 'pods/*' is present, must not specify pods/log`,
        `${at}.rules[0].resources[3]: Invalid value: "x/status": if '*/status' is present, must not specify x/status`,
      ],
    ],
    [
      { ...rule, resources: ['*/*', ''] },
      [
        `${at}.rules[0].resources[1]: Required value`,
        `${at}.rules[0].resources: Invalid value: ["*/*",""]: if '*/*' is present, must not specify other resources`,
      ],
    ],
  ])('with the rule %j', async (odd, faults) => {
    expect((await validating.write(hooks({ ...webhook, rules: [odd] }))).faults).toEqual(faults);
  });

  it('keeps what it had before the rules came', async () => {
    const old = {
      ...webhook,
      sideEffects: 'Some',
      admissionReviewVersions: ['v0'],
      matchConditions: [{ name: '', expression: '' }],
    };
    const live = validating.read(hooks(old, old));
    expect((await validating.write(hooks(old, old))).faults).not.toEqual([]);
    expect((await validating.write(hooks(old, old), { live })).faults).toEqual([]);
  });

  it('shows how many webhooks it has', () => {
    expect(validating.cells(hooks(webhook, webhook))).toEqual(['a', 2, '<unknown>']);
  });
});

describe('a ValidatingAdmissionPolicy', () => {
  const { read, write, cells } = tryOut(validatingAdmissionPolicies);
  const policy = (spec: object, rest: object = {}) => of('ValidatingAdmissionPolicy')({ spec, ...rest });
  const good = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] };

  it('matches in all versions and fails when it cannot tell, unless told otherwise', async () => {
    const { object, faults, warnings } = await write(policy(good, { status: { observedGeneration: 1 } }));
    expect(faults).toEqual([]);
    expect(warnings).toEqual([]);
    expect(object.spec).toEqual({
      ...good,
      failurePolicy: 'Fail',
      matchConstraints: { ...matching, resourceRules: [defaultedRule] },
    });
    expect(object.status).toEqual({});
  });

  it.each([
    [
      { paramKind: { apiVersion: 'a/b/c', kind: '0' } },
      [
        'spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
        expect.stringContaining('spec.paramKind.kind: Invalid value: "0": may have mixed case, but should otherwise'),
      ],
    ],
    [
      { paramKind: { apiVersion: 'g/', kind: 'K' } },
      ['spec.paramKind.apiVersion: Invalid value: "g/": version must be specified'],
    ],
    [
      {
        variables: [
          { name: 'for', expression: '' },
          { name: ' ', expression: '1' },
        ],
      },
      [
        'spec.variables[0].name: Invalid value: "for": must be a valid CEL identifier',
        'spec.variables[0].expression: Required value: expression is not specified',
        'spec.variables[1].name: Required value: name is not specified',
      ],
    ],
    [
      {
        validations: [
          { expression: 'true', message: 'a\nb', messageExpression: ' ' },
          { expression: 'true', message: ' ' },
        ],
      },
      [
        'spec.validations[0].messageExpression: Invalid value: " ": must be non-empty if specified',
        'spec.validations[0].message: Invalid value: "a\\nb": must not contain line breaks',
        'spec.validations[1].message: Invalid value: " ": must be non-empty if specified',
      ],
    ],
    [
      {
        auditAnnotations: [
          { key: 'k', valueExpression: '"v"' },
          { key: 'k', valueExpression: ' ' },
        ],
      },
      [
        'spec.auditAnnotations[1].valueExpression: Required value: valueExpression is not specified',
        'spec.auditAnnotations[1].key: Duplicate value: "k"',
      ],
    ],
    [
      { matchConstraints: { resourceRules: [{ ...rule, resourceNames: ['a/b', 'c', 'c'] }] } },
      [
        `spec.matchConstraints.resourceRules[0].resourceNames[0]: Invalid value: "a/b": may not contain '/'`,
        'spec.matchConstraints.resourceRules[0].resourceNames[2]: Duplicate value: "c"',
      ],
    ],
  ])('with %j', async (rest, faults) => {
    expect((await write(policy({ ...good, ...rest }))).faults).toEqual(faults);
  });

  it('says of each expression what is wrong with it', async () => {
    const spec = {
      ...good,
      matchConditions: [{ name: 'c', expression: ' params.a == 1 ' }],
      variables: [
        { name: 'later', expression: 'variables.small' },
        { name: 'small', expression: 'object.size() < 3' },
        { name: 'text', expression: '"a"' },
      ],
      validations: [
        { expression: 'variables.small && variables.none' },
        { expression: '1', messageExpression: 'string(variables.text + 1)' },
        { expression: 'authorizer.group("").resource("pods").check("get").allowed()', messageExpression: 'authorizer' },
      ],
      auditAnnotations: [{ key: 'k', valueExpression: ' 1 ' }],
    };
    const { faults } = await write(policy(spec));
    expect(faults.map((fault) => fault.split('\n')[0])).toEqual([
      `spec.matchConditions[0].expression: Invalid value: "params.a == 1": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')`,
      `spec.variables[0].expression: Invalid value: "variables.small": compilation failed: ERROR: <input>:1:10: undefined field 'small'`,
      `spec.validations[0].expression: Invalid value: "variables.small && variables.none": compilation failed: ERROR: <input>:1:29: undefined field 'none'`,
      'spec.validations[1].expression: Invalid value: "1": must evaluate to bool but got int',
      `spec.validations[1].messageExpression: Invalid value: "string(variables.text + 1)": compilation failed: ERROR: <input>:1:23: found no matching overload for '_+_' applied to '(string, int)'`,
      `spec.validations[2].messageExpression: Invalid value: "authorizer": compilation failed: ERROR: <input>:1:1: undeclared reference to 'authorizer' (in container '')`,
      'spec.auditAnnotations[0].valueExpression: Invalid value: " 1 ": must evaluate to one of [string null_type] but got int',
    ]);
  });

  it('has a status of its own', async () => {
    const live = read(policy(good));
    const status = { typeChecking: { expressionWarnings: [{ fieldRef: ' ', warning: '' }] } };
    const { object, faults } = await write(policy({}, { status }), { live, subresource: 'status' });
    expect(faults).toEqual([
      'status.typeChecking.expressionWarnings[0].warning: Required value',
      'status.typeChecking.expressionWarnings[0].fieldRef: Required value',
    ]);
    expect(object.spec).toMatchObject({ validations: good.validations });
    expect(cells(policy({ ...good, paramKind: { apiVersion: 'v1', kind: 'K' } }))).toEqual([
      'a',
      1,
      'v1/K',
      '<unknown>',
    ]);
  });
});

describe('a MutatingAdmissionPolicy', () => {
  const { write, cells } = tryOut(mutatingAdmissionPolicies);
  const policy = (spec: object) =>
    of('MutatingAdmissionPolicy')({
      spec: { matchConstraints: { resourceRules: [rule] }, reinvocationPolicy: 'Never', ...spec },
    });
  const mutations = [{ patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/a"}]' } }];

  it.each([
    [{ mutations }, []],
    [
      { mutations: [{ patchType: 'JSONPatch', applyConfiguration: {} }, {}] },
      [
        'spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch',
        'spec.mutations[0].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
        'spec.mutations[1].patchType: Required value',
      ],
    ],
    [
      { mutations, matchConstraints: { resourceRules: [{ ...rule, operations: ['DELETE'] }] } },
      [
        'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
      ],
    ],
  ])('with %j', async (spec, faults) => {
    expect((await write(policy(spec))).faults).toEqual(faults);
  });

  it.each([
    ['ApplyConfiguration', 'Object{spec: Object.spec{replicas: 1}}', []],
    ['ApplyConfiguration', '{}', [': must evaluate to Object but got map(dyn, dyn)']],
    ['JSONPatch', '[JSONPatch{op: "add", path: "/" + jsonpatch.escapeKey("a/b"), value: variables.one}]', []],
    ['JSONPatch', '[]', [': must evaluate to list(JSONPatch) but got list(dyn)']],
  ])('whose %s is %s', async (patchType, expression, faults) => {
    const part = patchType === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration';
    const spec = { variables: [{ name: 'one', expression: '1' }], mutations: [{ patchType, [part]: { expression } }] };
    const found = (await write(policy(spec))).faults;
    expect(found).toEqual(
      faults.map((why) => `spec.mutations[0].${part}.expression: Invalid value: ${JSON.stringify(expression)}${why}`),
    );
  });

  it('shows how many changes it makes', () => {
    expect(cells(policy({ mutations }))).toEqual(['a', 1, '<unset>', '<unknown>']);
  });
});

describe('a binding of a policy', () => {
  const validating = tryOut(validatingAdmissionPolicyBindings);
  const mutating = tryOut(mutatingAdmissionPolicyBindings);
  const binding = (spec: object) => of('ValidatingAdmissionPolicyBinding')({ spec: { policyName: 'p', ...spec } });

  it.each([
    [{ validationActions: ['Audit', 'Warn'] }, []],
    [{}, ['spec.validationActions: Required value: at least one validation action is required']],
    [
      { validationActions: ['Deny'], paramRef: { name: 'a/b', parameterNotFoundAction: 'Deny' } },
      [`spec.paramRef.name: Invalid value: "a/b": may not contain '/'`],
    ],
  ])('with %j', async (spec, faults) => {
    expect((await validating.write(binding(spec))).faults).toEqual(faults);
  });

  it('that changes objects cannot be for deletions', async () => {
    const matchResources = { resourceRules: [{ ...rule, operations: ['DELETE'] }] };
    const body = of('MutatingAdmissionPolicyBinding')({ spec: { policyName: 'p', matchResources } });
    expect((await mutating.write(body)).faults).toEqual([
      'spec.matchResources.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
    ]);
  });

  it('shows where its parameters are', () => {
    expect(validating.cells(binding({ paramRef: { name: 'x' } }))).toEqual(['a', 'p', '*/x', '<unknown>']);
  });
});

describe('a name that ends as those of configurations in files', () => {
  const named = (name: string) => ({ ...of('ValidatingWebhookConfiguration')({}), metadata: { name } });
  const reserved =
    /names ending with "\.static\.k8s\.io" are reserved for static manifest-based configurations and cannot be managed via the API$/;

  it('is warned of where there are no such files', async () => {
    const { write, read } = tryOut(withStaticNames(validatingWebhookConfigurations, { reserved: false }));
    const body = named('a.static.k8s.io');
    expect(await write(body)).toMatchObject({ faults: [], warnings: [expect.stringMatching(reserved)] });
    expect((await write(body, { live: read(body) })).warnings).toEqual([expect.stringMatching(reserved)]);
    expect((await write(named('a.static.k8s.io.b'))).warnings).toEqual([]);
  });

  it('is refused where there may be, but to those who have it', async () => {
    const { write, read } = tryOut(withStaticNames(validatingWebhookConfigurations, { reserved: true }));
    const body = named('a.static.k8s.io');
    const { faults, warnings } = await write(body);
    expect(faults).toEqual([expect.stringMatching(reserved)]);
    expect(faults[0]).toMatch(/^metadata\.name: Invalid value: "a\.static\.k8s\.io": /);
    expect(warnings).toEqual([]);
    expect(await write(body, { live: read(body) })).toMatchObject({ faults: [], warnings: [expect.any(String)] });
  });
});
