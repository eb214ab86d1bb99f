import { isJsonObject, type JsonObject } from '#meta';
import { CommandError } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import type { ServerRecord } from './local/running-server.ts';
import { askTarget, type TargetInvocation } from './local/target.ts';

interface StatusInvocation extends TargetInvocation {
  readonly options: TargetInvocation['options'] & { readonly output: 'text' | 'json' };
}

/** Tells how a running server does. */
export function status(invocation: StatusInvocation): Promise<number> {
  const { options, stdout } = invocation;
  return askTarget(invocation, async ({ cluster, record }) => {
    const version = await cluster.get('/version');
    const found = await cluster.find('/pinnace/webhooks');
    if (found === undefined) throw new CommandError('the server does not tell: it is no Pinnace, or an older one');
    const webhooks = Array.isArray(found.webhooks) ? found.webhooks.filter(isJsonObject) : [];
    const server = { ...record, kubernetes: version.gitVersion };
    const texts = `${serverText(record, version)}${webhookTexts(webhooks)}`;
    stdout.write(options.output === 'json' ? `${JSON.stringify({ server, ...found })}\n` : texts);
    return exitCodes.good;
  });
}

function serverText(record: ServerRecord | undefined, { gitVersion }: JsonObject): string {
  if (record === undefined) return '';
  const { url, pid, since, ephemeral } = record;
  return `Server at ${url}, Kubernetes ${gitVersion}, process ${pid}, since ${since}${ephemeral ? ', in memory' : ''}\n`;
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
