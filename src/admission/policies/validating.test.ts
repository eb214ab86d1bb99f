import { describe, expect, it } from 'vitest';
import type { ApiError } from '#meta';
import { resources } from '../objects.ts';
import { admit, pod, refusal, requestFor, stored } from '../testing/admission-requests.ts';
import { binding, policy, policyParts } from '../testing/stored-policies.ts';
import { validatingAdmissionPolicy } from './validating.ts';

type Options = Partial<Parameters<typeof policyParts>[0]> & { bindings?: readonly object[] };

/** The policies in force, each with a binding, unless it is said which. */
function plugin(policies: readonly object[], { bindings, ...options }: Options = {}) {
  const names = policies.map((one) => (one as { metadata: { name: string } }).metadata.name);
  return validatingAdmissionPolicy(
    policyParts({
      stored: [stored(resources.namespaces, 'ns', { metadata: { labels: { team: 'a' } } })],
      ...options,
      configuration: {
        validatingadmissionpolicies: policies,
        validatingadmissionpolicybindings: bindings ?? names.map((name) => binding(name)),
      },
    }),
  );
}

const create = (warnings: string[] = []) => requestFor({ object: pod(), warnings });
const by = (why: string) =>
  `pods "p" is forbidden: ValidatingAdmissionPolicy 'a' with binding 'a-binding' denied request: ${why}`;

describe('A validating policy', () => {
  it.each([
    [{ expression: 'true' }, undefined],
    [{ expression: ' has(object.status) ' }, by('failed expression: has(object.status)')],
    [{ expression: 'false', message: ' no ' }, by('no')],
    [{ expression: 'false', message: 'no', messageExpression: '"not " + object.metadata.name' }, by('not p')],
    [{ expression: 'false', message: 'no', messageExpression: '"a\\nb"' }, by('no')],
    [{ expression: 'false', message: 'no', messageExpression: 'object.nowhere' }, by('no')],
    [
      { expression: 'object.nowhere == 1' },
      by("expression 'object.nowhere == 1' resulted in error: no such key: nowhere"),
    ],
    [{ expression: 'namespaceObject.metadata.labels.team == "b"', message: 'no' }, by('no')],
    [{ expression: 'request.userInfo.username == "eve"', message: 'no' }, by('no')],
    [{ expression: 'oldObject == null && request.operation == "CREATE" && request.name == "p"' }, undefined],
  ])('whose validation is %j', async (validation, expected) => {
    expect(await refusal(plugin([policy('a', { validations: [validation] })]), create())).toBe(expected);
  });

  it.each([
    [undefined, 422, 'Invalid'],
    ['Forbidden', 403, 'Forbidden'],
    ['RequestEntityTooLarge', 413, 'RequestEntityTooLarge'],
  ])('with the reason %s answers %d', async (reason, code, told) => {
    const validations = [{ expression: 'false', message: 'no', ...(reason && { reason }) }];
    const failure = await admit(plugin([policy('a', { validations })]), create()).catch((error: ApiError) => error);
    const why = "ValidatingAdmissionPolicy 'a' with binding 'a-binding' denied request: no";
    expect((failure as ApiError).status).toMatchObject({
      code,
      reason: told,
      details: { name: 'p', kind: 'pods', causes: [{ message: why }] },
    });
  });

  it('is not asked without a binding, nor where its conditions or those of the binding do not hold', async () => {
    const no = { validations: [{ expression: 'false' }] };
    const never = {
      resourceRules: [{ operations: ['DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['*'] }],
    };
    expect(await refusal(plugin([policy('a', no)], { bindings: [] }), create())).toBeUndefined();
    const unmatched = [binding('a', { matchResources: { namespaceSelector: {}, objectSelector: {}, ...never } })];
    expect(await refusal(plugin([policy('a', no)], { bindings: unmatched }), create())).toBeUndefined();
    const matchConditions = [
      { name: 'fails', expression: 'object.nowhere' },
      { name: 'no', expression: 'request.name == "q"' },
    ];
    expect(await refusal(plugin([policy('a', { ...no, matchConditions })]), create())).toBeUndefined();
  });

  it('fails as it says when nobody can tell whether its conditions hold', async () => {
    const matchConditions = [
      { name: 'one', expression: 'object.one == 1' },
      { name: 'two', expression: 'object.two == 1' },
    ];
    const spec = { validations: [{ expression: 'false' }], matchConditions };
    const both = ['one', 'two'].map(
      (name) => `expression 'object.${name} == 1' resulted in error: no such key: ${name}`,
    );
    expect(await refusal(plugin([policy('a', spec)]), create())).toBe(by(`[${both.join(', ')}]`));
    expect(await refusal(plugin([policy('a', { ...spec, failurePolicy: 'Ignore' })]), create())).toBeUndefined();
  });

  it('only warns where its binding says so', async () => {
    const warnings: string[] = [];
    const bindings = [binding('a', { validationActions: ['Warn', 'Audit'] })];
    const validations = [{ expression: 'false', message: 'one' }, { expression: 'true' }, { expression: 'false' }];
    expect(await refusal(plugin([policy('a', { validations })], { bindings }), create(warnings))).toBeUndefined();
    const why = "Validation failed for ValidatingAdmissionPolicy 'a' with binding 'a-binding': ";
    expect(warnings).toEqual([`${why}one`, `${why}failed expression: false`]);
  });

  it('evaluates a variable once, when it is looked at', async () => {
    const variables = [
      { name: 'broken', expression: 'object.nowhere' },
      { name: 'name', expression: 'object.metadata.name' },
      { name: 'twice', expression: 'variables.name + variables.name' },
    ];
    const validations = [{ expression: 'variables.twice == "pp"' }, { expression: 'variables.broken == 1' }];
    const why = 'composited variable "broken" fails to evaluate: no such key: nowhere';
    expect(await refusal(plugin([policy('a', { variables, validations })]), create())).toBe(
      by(`expression 'variables.broken == 1' resulted in error: ${why}`),
    );
  });

  it('ends when it costs too much', async () => {
    const loop = (depth: number): string =>
      depth === 0 ? 'true' : `[0,1,2,3,4,5,6,7,8,9].all(x${depth}, ${loop(depth - 1)})`;
    const check = "authorizer.path('/x').check('get').allowed()";
    const costly = Array.from({ length: 15 }, () => ({ expression: `!${check} && !${check}`, message: 'no' }));
    const why = 'validation failed due to running out of cost budget, no further validation rules will be run';
    expect(await refusal(plugin([policy('a', { validations: costly })]), create())).toBe(by(why));
    expect(await refusal(plugin([policy('a', { validations: [{ expression: loop(6) }] })]), create())).toBe(
      by(`expression '${loop(6)}' resulted in error: operation cancelled: actual cost limit exceeded`),
    );
  });

  it('asks what the user may do', async () => {
    const check = (verb: string) => `authorizer.group('').resource('pods').namespace('ns').check('${verb}').allowed()`;
    const validations = [
      { expression: `${check('get')} && !${check('list')}`, message: 'one' },
      { expression: "authorizer.requestResource.check('create').allowed()", message: 'two' },
      { expression: "authorizer.path('/healthz').check('get').allowed()", message: 'three' },
    ];
    const permitted = ['get pods', 'create pods'];
    expect(await refusal(plugin([policy('a', { validations })], { permitted }), create())).toBe(by('three'));
  });

  it('lets annotations for the audit refuse, whatever its actions are', async () => {
    const bindings = [binding('a', { validationActions: ['Audit'] })];
    const spec = { validations: [], auditAnnotations: [{ key: 'k', valueExpression: 'object.nowhere' }] };
    const why = "expression 'object.nowhere' resulted in error: no such key: nowhere";
    expect(await refusal(plugin([policy('a', spec)], { bindings }), create())).toContain('must evaluate to one of');
    const typed = { ...spec, auditAnnotations: [{ key: 'k', valueExpression: 'string(object.nowhere)' }] };
    expect(await refusal(plugin([policy('a', typed)], { bindings }), create())).toBe(
      by(why.replace('object.nowhere', 'string(object.nowhere)')),
    );
  });
});

describe('The parameters of a policy', () => {
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
  const limit = policy('a', { paramKind, validations: [{ expression: 'params.data.max == "1"', message: 'no' }] });
  const configMap = (name: string, max: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'ns', labels: { app: 'x' } },
    data: { max },
  });
  const asked = (paramRef: object | undefined, options: Options = {}) =>
    refusal(plugin([limit], { bindings: [binding('a', { ...(paramRef && { paramRef }) })], ...options }), create());

  it.each([
    [{ name: 'good' }, undefined],
    [{ name: 'bad' }, by('no')],
    [{ selector: { matchLabels: { app: 'x' } } }, by('no')],
    [{ selector: { matchLabels: { app: 'y' } }, parameterNotFoundAction: 'Allow' }, undefined],
    [
      { name: 'none', parameterNotFoundAction: 'Deny' },
      by('failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction'),
    ],
    [undefined, by('expression \'params.data.max == "1"\' resulted in error: no such key: data')],
  ])('that a binding names by %j', async (paramRef, expected) => {
    const parameters = [configMap('good', '1'), configMap('bad', '2')];
    expect(await asked(paramRef, { parameters })).toBe(expected);
  });

  it('must be of a kind that is served', async () => {
    const unknown = policy('a', {
      paramKind: { apiVersion: 'g.io/v1', kind: 'None' },
      validations: [{ expression: 'true' }],
    });
    expect(await refusal(plugin([unknown]), create())).toBe(
      'pods "p" is forbidden: ValidatingAdmissionPolicy \'a\' denied request: failed to configure policy: ' +
        "failed to find resource referenced by paramKind: 'g.io/v1, Kind=None'",
    );
  });
});
