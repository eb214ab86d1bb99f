import { policyDefinition } from '#conversion';
import { toYaml } from '#machinery';
import type { Terminal } from '../command.ts';
import { Cluster, type ClusterChoice } from '../compat/cluster.ts';
import { withSentences } from '../compat/compare.ts';
import { exitCodes } from '../exit-codes.ts';

interface InstallInvocation extends Terminal {
  readonly options: ClusterChoice & { readonly print: boolean; readonly output: 'text' | 'json' };
}

/** Brings the kind of policies to a server. */
export async function install({ options, environment, stdout }: InstallInvocation): Promise<number> {
  const definition = policyDefinition();
  const isJson = options.output === 'json';
  if (options.print) {
    stdout.write(isJson ? `${JSON.stringify(definition)}\n` : toYaml(definition));
    return exitCodes.good;
  }
  return withSentences(async () => {
    const cluster = Cluster.chosen(options, environment);
    try {
      const { name } = definition.metadata as { name: string };
      await cluster.apply(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`, definition);
      const text = `customresourcedefinition.apiextensions.k8s.io/${name} applied\n`;
      stdout.write(isJson ? `${JSON.stringify({ definition: name, applied: true })}\n` : text);
      return exitCodes.good;
    } finally {
      cluster.close();
    }
  });
}
