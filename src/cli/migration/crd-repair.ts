import { readFileSync } from 'node:fs';
import { parseYaml } from '#machinery';
import { CommandError, type Terminal } from '../command.ts';
import type { ClusterChoice } from '../compat/cluster.ts';
import { exitCodes } from '../exit-codes.ts';
import { withCluster } from './api-cluster.ts';

interface CrdRepairInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: ClusterChoice & { readonly file: string | undefined };
}

/** Shows an object as it is stored; with a file, stores that in its place first. */
export async function crdRepair({
  arguments: [name = '', object = ''],
  options,
  environment,
  stdout,
}: CrdRepairInvocation): Promise<number> {
  const place = object.split('/').map(encodeURIComponent).join('/');
  const path = `/pinnace/stored-objects/${encodeURIComponent(name)}/${place}`;
  return withCluster(options, environment, async (cluster) => {
    if (options.file !== undefined) {
      const body = parseYaml(readFileSync(options.file), { duplicates: false }).value;
      await cluster.ask({ method: 'PUT', path, body });
    }
    const found = await cluster.find(path);
    if (found === undefined) throw new CommandError(`the server stores no ${name} ${object}, or is no Pinnace server`);
    stdout.write(`${JSON.stringify(found, null, 2)}\n`);
    return exitCodes.good;
  });
}
