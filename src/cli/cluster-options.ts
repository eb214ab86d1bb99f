import { textType } from '#server';

/** Which cluster a command speaks with. */
export const clusterOptions = {
  kubeconfig: {
    type: textType('file', 'the path of a file'),
    help: 'The kubeconfig of the cluster; without it KUBECONFIG, or ~/.kube/config.',
  },
  context: {
    type: textType('name', 'the name of a context'),
    help: 'The context of the kubeconfig; without it the current one.',
  },
} as const;
