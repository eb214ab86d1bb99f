import { expect, it } from 'vitest';
import { accessAttributes } from './access-attributes.ts';
import { requestInfo } from './request-info.ts';

const asked = (method: string, path: string, query = '') =>
  accessAttributes(requestInfo({ method, path, query }), query);
const pods = '/api/v1/namespaces/ns/pods';

it.each([
  ['GET', `${pods}/p/log`, '', { verb: 'get', resource: 'pods', subresource: 'log', namespace: 'ns', name: 'p' }],
  ['GET', pods, '', { verb: 'list', name: '' }],
  ['GET', pods, 'fieldSelector=metadata.name%3Dp', { verb: 'list', name: 'p' }],
  ['GET', pods, 'watch=1&fieldSelector=a%3Db,metadata.name%3D%3Dp', { verb: 'watch', name: 'p' }],
  ['GET', pods, 'fieldSelector=metadata.name%21%3Dp', { name: '' }],
  ['GET', pods, 'fieldSelector=metadata.name%3Da%2Fb', { name: '' }],
  ['GET', pods, 'fieldSelector=nonsense', { name: '' }],
  ['DELETE', pods, 'fieldSelector=metadata.name%3Dp', { verb: 'deletecollection', name: '' }],
  ['GET', `${pods}/q`, 'fieldSelector=metadata.name%3Dp', { verb: 'get', name: 'q' }],
  ['GET', '/version', '', { kind: 'path', verb: 'get', path: '/version' }],
])('%s %s?%s', (method, path, query, attributes) => {
  expect(asked(method, path, query)).toMatchObject(attributes);
});
