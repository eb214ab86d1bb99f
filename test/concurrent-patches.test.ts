import { expect, it } from 'vitest';
import { startTestServer } from './support/start-test-server.ts';

const path = '/api/v1/namespaces/default/configmaps';
const writers = 100;

it('patches of one object at the same time all succeed, whatever their form', async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(path, { metadata: { name: 'a' } });
  const types = ['strategic-merge-patch+json', 'merge-patch+json'];
  const answers = await Promise.all(
    Array.from({ length: writers }, (_, i) =>
      client.ask('PATCH', `${path}/a`, {
        headers: { 'content-type': `application/${types[i % types.length]}` },
        body: JSON.stringify({ metadata: { annotations: { [`by-${i}`]: 'yes' } } }),
      }),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
  const { annotations = {} } = (await client.get(`${path}/a`)).body.metadata;
  expect(Object.keys(annotations)).toHaveLength(writers);
});
