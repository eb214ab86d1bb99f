import { KUBERNETES_VERSION, pinnaceVersion } from '#server';
import { flagsOfFate } from './upstream-flags.ts';

/** Wrappers look here for the flags that they may set: a line for each that is known, and none for others. */
export function kubeApiserverHelp(): string {
  const lines = (fate: Parameters<typeof flagsOfFate>[0]): string =>
    flagsOfFate(fate)
      .map((name) => `      --${name}`)
      .join('\n');
  return `This is Pinnace ${pinnaceVersion()} in the place of kube-apiserver ${KUBERNETES_VERSION}. Objects are kept in memory, or in a real etcd that --etcd-servers leads to.

Usage:
  kube-apiserver [flags]

Flags:
${lines('means')}

Flags that change nothing here:
${lines('quiet')}

Flags that have no effect, which is said at the start:
${lines('note')}

Flags that end the start, because they may not be left out:
${lines('refuse')}

PINNACE_ENVTEST_CONTROLLERS names the controllers that run (namespace,garbage-collector); none is exactly envtest.
`;
}
