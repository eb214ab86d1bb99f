// A Pinnace that serves the deployments of this example beside everything else.
import { startServer } from 'pinnace';
import { deploymentResource } from './deployments.ts';

const server = await startServer({ ephemeral: true, apis: [deploymentResource], environment: process.env });
console.log(`${server.url}\nexport KUBECONFIG=${server.kubeconfigPath}`);
process.once('SIGINT', () => server.stop());
