// node main.js KUBECONFIG PROGRAMS.json: runs until it is stopped.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { HttpClient, loadKubeconfig } from 'pinnace/client';
import { holdPods, releasePods } from './hold-policy.ts';
import type { Programs } from './pod-program.ts';
import { ProgramRunner } from './program-runner.ts';

// Programs run in folders of their own.
const [kubeconfig = '', file = ''] = process.argv.slice(2).map((path) => resolve(path));
const programs = JSON.parse(await readFile(file, 'utf8')) as Programs;
const client = HttpClient.fromKubeconfig(kubeconfig);
const images = Object.keys(programs).map((name) => name.replace(/ .*/, ''));
await holdPods(client, [...new Set(images)]);
const log = (line: string): void => console.error(line);
// Where a program looks that believes to be inside of a cluster.
const { hostname, port } = new URL(loadKubeconfig(kubeconfig).server);
const env = { KUBECONFIG: kubeconfig, KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port || '443' };
const runner = await new ProgramRunner({ client, programs, env, log }).start();
console.log('watching pods');
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await releasePods(client);
await runner.stop();
