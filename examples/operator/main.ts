// node main.js KUBECONFIG: runs until it is stopped.
import { once } from 'node:events';
import { HttpClient } from 'pinnace/client';
import { SiteController } from './site-controller.ts';

const client = HttpClient.fromKubeconfig(process.argv[2] ?? `${process.env.HOME}/.kube/config`);
await using _controller = await new SiteController(client).start();
console.log('watching sites');
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
