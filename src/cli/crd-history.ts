import { isJsonObject, type JsonObject } from '#meta';
import { CommandError, type Terminal } from './command.ts';
import { Cluster, type ClusterChoice } from './compat/cluster.ts';
import { withSentences } from './compat/compare.ts';
import { exitCodes } from './exit-codes.ts';

interface CrdHistoryInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: ClusterChoice & { readonly output: 'text' | 'json' };
}

/** Tells what a server has on record about a definition. */
export async function crdHistory({
  arguments: [name = ''],
  options,
  environment,
  stdout,
}: CrdHistoryInvocation): Promise<number> {
  return withSentences(async () => {
    const cluster = Cluster.chosen(options, environment);
    try {
      const record = await cluster.find(`/pinnace/definition-changes/${encodeURIComponent(name)}`);
      if (record === undefined)
        throw new CommandError(
          `nothing is on record about ${name}: it has not changed, or there is no such definition`,
        );
      const changes = Array.isArray(record.changes) ? record.changes.filter(isJsonObject) : [];
      stdout.write(options.output === 'json' ? `${JSON.stringify(record)}\n` : changes.map(changeText).join(''));
      return exitCodes.good;
    } finally {
      cluster.close();
    }
  });
}

function changeText({ time, user, generation, changed, findings }: JsonObject): string {
  const parts = Array.isArray(changed) ? changed.join(', ') : '';
  const lines = (Array.isArray(findings) ? findings.filter(isJsonObject) : []).map(
    ({ severity, text }) => `  ${severity}  ${text}\n`,
  );
  return `${time}  ${user}  generation ${generation}: ${parts}\n${lines.join('')}`;
}
