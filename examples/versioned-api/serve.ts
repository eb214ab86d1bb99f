// A Pinnace that serves the deployments of this example beside everything else.
import { houseWith, resolveOptions, startServer } from '#server';
import { deploymentResource } from './deployments.ts';

const { options } = await resolveOptions({ flags: new Map([['ephemeral', 'true']]), environment: process.env });
const server = await startServer(options, houseWith([deploymentResource]));
console.log(`${server.url}\nexport KUBECONFIG=${server.kubeconfigPath}`);
process.once('SIGINT', () => server.stop());
