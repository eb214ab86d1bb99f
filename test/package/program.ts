// A program of somebody else: it starts a server with kinds of its own and asks it. It is compiled and run outside of
// this repository, against the packed package.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { type RunningServer, startServer } from 'pinnace';
import { type KubeObject, Scheme, type Status } from 'pinnace/api';
import type { Deployment } from 'pinnace/types/apps/v1';
import type { Int32, LabelSelector } from 'pinnace/types/meta/v1';
import { frobberResource, frobbers } from '../../examples/changing-an-api/frobbers.ts';
import { deploymentResource, deployments } from '../../examples/versioned-api/deployments.ts';

const replicas: Int32 = 2;
const selector: LabelSelector = { matchLabels: { app: 'web' } };
const builtIn: Deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector,
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
};

const scheme = new Scheme([frobbers, deployments]).check();
const old: KubeObject = {
  apiVersion: 'frob.example.com/v6',
  kind: 'Frobber',
  metadata: { name: 'f' },
  height: 2,
  param: 'super',
};
assert.deepEqual(scheme.convertToVersion(old, 'frob.example.com/v7beta1').params, ['super']);

const server = await startServer({
  ephemeral: true,
  port: 0,
  controllers: [],
  shutdownGrace: 1000,
  logLevel: 'error',
  dataDir: process.argv[2] as string,
  apis: [frobberResource, deploymentResource],
});
try {
  const made = await ask(server, 'POST', '/apis/apps/v1/namespaces/default/deployments', builtIn);
  assert.equal(made.kind, 'Deployment');
  const frobs = '/apis/frob.example.com/v6/namespaces/default/frobbers';
  await ask(server, 'POST', frobs, old);
  const read = await ask(server, 'GET', `${frobs.replace('v6', 'v7beta1')}/f`);
  assert.deepEqual(read.params, ['super']);
  console.log(`node ${process.versions.node}: good`);
} finally {
  await server.stop();
}

async function ask({ url, tokenPath, dataDirectory }: RunningServer, method: string, path: string, body?: KubeObject) {
  const token = (await readFile(tokenPath, 'utf8')).trim();
  const ca = await readFile(join(dataDirectory, 'pki', 'ca.crt'));
  return new Promise<KubeObject & Status>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call = request(`${url}${path}`, { method, headers, ca }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      if ((response.statusCode ?? 500) < 300) resolve(JSON.parse(text));
      else reject(new Error(text));
    });
    call.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
