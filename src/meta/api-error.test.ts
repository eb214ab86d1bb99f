import { expect, test } from 'vitest';
import { apiErrors } from './api-error.ts';
import { fieldErrors, path } from './field-error.ts';

const pods = { group: '', resource: 'pods' };
const widgets = { group: 'example.com', resource: 'widgets' };
const types = ['application/json', 'application/yaml'];

test.each([
  [apiErrors.notFound(pods, 'p'), 404, 'NotFound', 'pods "p" not found', { name: 'p', kind: 'pods' }],
  [
    apiErrors.notFound(widgets, 'w'),
    404,
    'NotFound',
    'widgets.example.com "w" not found',
    { name: 'w', group: 'example.com', kind: 'widgets' },
  ],
  [apiErrors.pathNotFound(), 404, 'NotFound', 'the server could not find the requested resource', {}],
  [
    apiErrors.methodNotAllowed(),
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  ],
  [
    apiErrors.methodNotSupported(widgets, 'create'),
    405,
    'MethodNotAllowed',
    'create is not supported on resources of kind "widgets.example.com"',
    { group: 'example.com', kind: 'widgets' },
  ],
  [
    apiErrors.notAcceptable(types),
    406,
    'NotAcceptable',
    'only the following media types are accepted: application/json, application/yaml',
    undefined,
  ],
  [
    apiErrors.noRepresentation(types),
    406,
    'NotAcceptable',
    '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml',
    {},
  ],
  [apiErrors.unsupportedMediaType('m'), 415, 'UnsupportedMediaType', 'm', undefined],
  [apiErrors.patchTypeUnknown(), 415, 'UnsupportedMediaType', '415: Unsupported Media Type', {}],
  [apiErrors.rejected(), 422, 'Invalid', 'the server rejected our request due to an error in our request', {}],
  [apiErrors.forbidden(pods, '', 'no'), 403, 'Forbidden', 'pods is forbidden: no', { kind: 'pods' }],
  [apiErrors.forbidden({ group: '', resource: '' }, '', 'no'), 403, 'Forbidden', 'forbidden: no', {}],
  [
    apiErrors.generatedNameExists(pods, 'p', 1),
    409,
    'AlreadyExists',
    'pods "p" already exists, the server was not able to generate a unique name for the object',
    { name: 'p', kind: 'pods', retryAfterSeconds: 1 },
  ],
  [
    apiErrors.serverTimeout(pods, 'list', 2),
    500,
    'ServerTimeout',
    'The list operation against pods could not be completed at this time, please try again.',
    { name: 'list', kind: 'pods', retryAfterSeconds: 2 },
  ],
  [apiErrors.timeout('late', 0), 504, 'Timeout', 'Timeout: late', {}],
  [apiErrors.plain(500, 'bare'), 500, '', 'bare', undefined],
])('an error carries its code, reason, message and details (%#)', (error, code, reason, message, details) => {
  expect([error.code, error.reason, error.message]).toEqual([code, reason, message]);
  expect(error.status.details).toEqual(details);
});

test('an invalid object lists every cause, but tells equal ones once', () => {
  const fault = fieldErrors.invalid(path('metadata', 'uid'), 'x', 'field is immutable');
  const { message, status } = apiErrors.invalid({ group: '', kind: 'ConfigMap' }, 'a', [fault, fault]);
  expect(message).toBe('ConfigMap "a" is invalid: metadata.uid: Invalid value: "x": field is immutable');
  expect(status.details?.causes).toHaveLength(2);
});

test('an invalid object may have neither name, kind nor causes', () => {
  const { message, status } = apiErrors.invalid({ group: 'authorization.k8s.io', kind: '' }, '', []);
  expect(message).toBe('.authorization.k8s.io "" is invalid');
  expect(status.details).toEqual({ group: 'authorization.k8s.io' });
});

test('an amended error keeps what is not replaced', () => {
  const error = apiErrors
    .alreadyExists(pods, 'p')
    .amended({ message: 'object is being deleted: pods "p" already exists', details: { causes: [{ reason: 'R' }] } });
  expect(error.status).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'object is being deleted: pods "p" already exists',
    reason: 'AlreadyExists',
    details: { name: 'p', kind: 'pods', causes: [{ reason: 'R' }] },
    code: 409,
  });
  expect(apiErrors.expired('old', 'token').amended({}).status.metadata).toEqual({ continue: 'token' });
});
