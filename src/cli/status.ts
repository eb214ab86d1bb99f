import { isJsonObject, type JsonObject } from '#meta';
import { CommandError, type Terminal } from './command.ts';
import { Cluster } from './compat/cluster.ts';
import { withSentences } from './compat/compare.ts';
import { exitCodes } from './exit-codes.ts';

export interface StatusInvocation extends Terminal {
  readonly options: { readonly context: string | undefined; readonly output: 'text' | 'json' };
}

/** Tells how the admission webhooks of a running server are doing. */
export async function status({ options, environment, stdout }: StatusInvocation): Promise<number> {
  return withSentences(async () => {
    const cluster = Cluster.at(options.context ?? '', environment);
    try {
      const found = await cluster.find('/pinnace/webhooks');
      if (found === undefined) throw new CommandError('the server does not tell: it is no Pinnace, or an older one');
      const webhooks = Array.isArray(found.webhooks) ? found.webhooks.filter(isJsonObject) : [];
      stdout.write(options.output === 'json' ? `${JSON.stringify(found)}\n` : webhookTexts(webhooks));
      return exitCodes.good;
    } finally {
      cluster.close();
    }
  });
}

function webhookTexts(webhooks: readonly JsonObject[]): string {
  if (webhooks.length === 0) return 'Admission webhooks: none was called since the server started.\n';
  return `Admission webhooks:\n${webhooks.map(webhookText).join('')}`;
}

function webhookText(webhook: JsonObject): string {
  const { configuration, webhook: name, address, healthy, since, message, calls, failures } = webhook;
  const { lastMilliseconds, averageMilliseconds } = webhook;
  const state = healthy ? `answers since ${since}` : `FAILS since ${since}`;
  const times = `${calls} calls, ${failures} failed, last ${lastMilliseconds} ms, usually ${averageMilliseconds} ms`;
  const why = healthy ? '' : `    ${message}\n`;
  return `  ${configuration} ${name} (${address}): ${state}; ${times}\n${why}`;
}
