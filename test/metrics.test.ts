import { expect, it } from 'vitest';
import { startTestServer } from './support/start-test-server.ts';

const path = '/api/v1/namespaces/default/configmaps';

it('a server counts what it does under the names that dashboards know', async () => {
  await using server = await startTestServer();
  const { client } = server;
  const watch = await client.watch(path, { resourceVersion: '0' });
  await client.post(path, { metadata: { name: 'a' } });
  await watch.next();
  await client.get('/api/v1/namespaces/default/endpoints/kubernetes');
  await client.get('/metrics', {}, { authorization: 'Bearer wrong' });
  const read = async () => (await client.get('/metrics')).text;
  const open =
    'apiserver_longrunning_requests{component="apiserver",group="",resource="configmaps",scope="namespace",subresource="",verb="WATCH",version="v1"}';
  const text = await read();
  for (const line of [
    'apiserver_request_total{code="201",component="apiserver",dry_run="",group="",resource="configmaps",scope="resource",subresource="",verb="POST",version="v1"} 1',
    'apiserver_request_body_size_bytes_count{group="",resource="configmaps",verb="create"} 1',
    'apiserver_watch_events_total{group="",resource="configmaps",version="v1"} 1',
    'apiserver_requested_deprecated_apis{group="",removed_release="",resource="endpoints",subresource="",version="v1"} 1',
    'apiserver_storage_objects{resource="configmaps"} 1',
    'authentication_attempts{result="error"} 1',
    `${open} 1`,
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).toMatch(
    /apiserver_admission_controller_admission_duration_seconds_count\{name="NamespaceLifecycle",operation="CREATE",rejected="false",type="admit"\} [1-9]/,
  );
  expect(text).toMatch(/^kubernetes_build_info\{.*major="1",minor="36",.*\} 1$/m);
  watch.close();
  await expect.poll(read).toContain(`${open} 0\n`);
});
