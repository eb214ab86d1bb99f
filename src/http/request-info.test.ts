import { describe, expect, it } from 'vitest';
import { requestInfo } from './request-info.ts';

const read = (method: string, url: string) => {
  const [path = '', query = ''] = url.split('?');
  return requestInfo({ method, path, query });
};
/** `verb group/version namespace resource name subresource rest`, with - for nothing. */
const brief = (method: string, url: string): string => {
  const info = read(method, url);
  if (!info.isResource) return `path ${info.verb} ${info.path}`;
  const { verb, group, version, namespace, resource, name, subresource, rest } = info;
  return [verb, `${group || '-'}/${version}`, namespace, resource, name, subresource, rest.join('+')]
    .map((part) => part || '-')
    .join(' ');
};

describe('a request is read from its method and path', () => {
  it.each([
    ['GET', '/api/v1/namespaces', 'list -/v1 - namespaces - - -'],
    ['GET', '/api/v1/namespaces/', 'list -/v1 - namespaces - - -'],
    ['GET', '/api/v1/namespaces/a', 'get -/v1 a namespaces a - -'],
    ['GET', '/api/v1/namespaces/a/status', 'get -/v1 a namespaces a status -'],
    ['PUT', '/api/v1/namespaces/a/finalize', 'update -/v1 a namespaces a finalize -'],
    ['GET', '/api/v1/namespaces/a/pods', 'list -/v1 a pods - - -'],
    ['GET', '/api/v1/namespaces/a/status/x', 'get -/v1 a namespaces a status x'],
    ['GET', '/api/v1/namespaces/a/pods/p', 'get -/v1 a pods p - -'],
    ['GET', '/api/v1/namespaces/a/pods/p/log', 'get -/v1 a pods p log -'],
    ['GET', '/api/v1/namespaces/a/services/s/proxy/x/y', 'get -/v1 a services s proxy x+y'],
    ['GET', '/api/v1/pods', 'list -/v1 - pods - - -'],
    ['GET', '/api/v1/nodes/n', 'get -/v1 - nodes n - -'],
    ['POST', '/api/v1/namespaces/a/pods', 'create -/v1 a pods - - -'],
    ['PUT', '/api/v1/namespaces/a/pods/p', 'update -/v1 a pods p - -'],
    ['PATCH', '/api/v1/namespaces/a/pods/p', 'patch -/v1 a pods p - -'],
    ['DELETE', '/api/v1/namespaces/a/pods/p', 'delete -/v1 a pods p - -'],
    ['DELETE', '/api/v1/namespaces/a/pods', 'deletecollection -/v1 a pods - - -'],
    ['GET', '/apis/apps/v1/deployments', 'list apps/v1 - deployments - - -'],
    ['GET', '/apis/apps/v1/namespaces/a/deployments/d/scale', 'get apps/v1 a deployments d scale -'],
    ['HEAD', '/api/v1/pods', 'list -/v1 - pods - - -'],
    ['constructor', '/api/v1/pods', '- -/v1 - pods - - -'],
    ['GET', '/api/v1/watch/pods', 'watch -/v1 - pods - - -'],
    ['GET', '/api/v1/watch/namespaces/a/pods/p', 'watch -/v1 a pods p - -'],
    ['POST', '/api/v1/watch/pods', 'watch -/v1 - pods - - -'],
    ['GET', '/api/v1/namespaces/a/configmaps/with%20space', 'get -/v1 a configmaps with space - -'],
    ['GET', '/api/v1/namespaces/a%2Fconfigmaps', 'list -/v1 a configmaps - - -'],
    ['GET', '/api//v1/pods', 'get -/ - v1 pods - -'],
    ['GET', '/api/v1/namespaces//pods', 'list -/v1 - pods - - -'],
    ['GET', '/api/v1/namespaces//pods/p', 'get -/v1 - pods p - -'],
    ['GET', '/api/v1/namespaces/a/pods//', 'list -/v1 a pods - - -'],
    ['GET', '/api/v1/namespaces/a/pods//log', 'list -/v1 a pods - log -'],
    ['GET', '/api/v1/namespaces/a/pods/p//log', 'get -/v1 a pods p - log'],
    ['GET', '/api/v1/watch/namespaces//pods', 'watch -/v1 - pods - - -'],
    ['GET', '/api/v1/configmaps/%61%E9', 'get -/v1 - configmaps a\uFFFD - -'],
    ['GET', '/api/v1/configmaps/%zz', 'get -/v1 - configmaps %zz - -'],
  ])('%s %s', (method, url, expected) => {
    expect(brief(method, url)).toBe(expected);
  });
  it.each([
    ['GET', '/', 'path get /'],
    ['GET', '/api', 'path get /api'],
    ['GET', '/api/v1', 'path get /api/v1'],
    ['GET', '/api/v1/', 'path get /api/v1/'],
    ['GET', '/apis', 'path get /apis'],
    ['GET', '/apis/apps', 'path get /apis/apps'],
    ['GET', '/apis/apps/v1', 'path get /apis/apps/v1'],
    ['POST', '/version', 'path post /version'],
    ['GET', '/openapi/v3/apis/apps/v1', 'path get /openapi/v3/apis/apps/v1'],
    ['GET', '//api/v1/pods', 'path get //api/v1/pods'],
    ['GET', '/apis//v1/pods', 'path get /apis//v1/pods'],
  ])('%s %s is about no resource', (method, url, expected) => {
    expect(brief(method, url)).toBe(expected);
  });
  it.each([
    ['watch=true', 'watch'],
    ['watch=1', 'watch'],
    ['watch=', 'watch'],
    ['watch', 'watch'],
    ['watch=maybe', 'watch'],
    ['limit=1&watch=true', 'watch'],
    ['watch=false', 'list'],
    ['watch=False', 'list'],
    ['watch=0', 'list'],
    ['watcher=true', 'list'],
    ['labelSelector=watch', 'list'],
  ])('a collection with ?%s is a %s', (query, verb) => {
    expect(read('GET', `/api/v1/pods?${query}`).verb).toBe(verb);
  });
  it('a get of one object is no watch, whatever the query says', () => {
    expect(read('GET', '/api/v1/namespaces/a/pods/p?watch=true').verb).toBe('get');
  });
  it('knows whether the path names a namespace', () => {
    expect(read('GET', '/api/v1/namespaces/a')).toMatchObject({ inNamespace: false });
    expect(read('GET', '/api/v1/namespaces/a/pods')).toMatchObject({ inNamespace: true });
    expect(read('GET', '/api/v1/pods')).toMatchObject({ inNamespace: false });
  });
});
