import { CommandError } from '../../command.ts';
import { objects } from '../api-cluster.ts';
import { migrateOne } from '../migrate.ts';
import { definitionOf, patchDefinition } from './definition.ts';
import type { Step } from './step.ts';

export const nothingStored: Step = {
  async look(walk) {
    const { name, version, cluster } = walk;
    const { stored } = await definitionOf(walk);
    const step = `No object is stored in ${version}`;
    const kubectl = `kubectl get ${name} -A -o json | kubectl replace -f -`;
    const own = await cluster.find(`/pinnace/storage-versions/${encodeURIComponent(name)}`);
    const count = objects(own?.versions).find((one) => one.version === version)?.objects;
    if (typeof count === 'number') {
      const evidence = `the server counts ${count} objects in it`;
      return { step, state: count === 0 ? 'done' : 'todo', evidence, kubectl };
    }
    if (!stored.includes(version))
      return { step, state: 'done', evidence: 'status.storedVersions does not name it', kubectl };
    const isMigrated = migrated.has(`${cluster.server} ${name}`);
    const evidence = isMigrated
      ? 'all objects were written anew by this command'
      : 'status.storedVersions names it, and the server does not tell how many objects lie in it';
    return { step, state: isMigrated ? 'done' : 'todo', evidence, kubectl };
  },
  async do(walk) {
    const { cluster, name, version, options, environment, signal } = walk;
    const resource = (await cluster.resources()).find((one) => one.name === name);
    if (resource === undefined) throw new CommandError(`${name} is not served`);
    const staying = resource.versions.filter((one) => one !== version);
    if (staying.length === 0) throw new CommandError(`no version of ${name} but ${version} is served`);
    const work = {
      cluster,
      resource: { ...resource, versions: staying },
      options: { ...options, dryRun: false, pruneManagedFields: true },
      environment,
      signal,
      leaving: [version],
    };
    const { failed, failures, stopped } = await migrateOne(work, walk);
    if (stopped) throw new CommandError('stopped; run it again to go on');
    if (failed > 0) {
      const [first] = failures;
      throw new CommandError(`${failed} objects could not be migrated, the first: ${first?.name}: ${first?.reason}`);
    }
    migrated.add(`${cluster.server} ${name}`);
  },
};

/** What this process has migrated: another server than Pinnace does not tell it. */
const migrated = new Set<string>();

export const notInStatus: Step = {
  async look(walk) {
    const { name, version } = walk;
    const { stored, versions } = await definitionOf(walk);
    const storage = versions.find((one) => one.storage === true)?.name;
    const step = `status.storedVersions does not name ${version}`;
    const kubectl = `kubectl patch crd ${name} --subresource status --type merge -p '{"status":{"storedVersions":["${storage}"]}}'`;
    const state = stored.includes(version) ? 'todo' : 'done';
    return { step, state, evidence: `it names ${stored.join(', ')}`, kubectl };
  },
  async do(walk) {
    const { stored, resourceVersion } = await definitionOf(walk);
    const storedVersions = stored.filter((one) => one !== walk.version);
    await patchDefinition(walk, { path: '/status', resourceVersion }, { status: { storedVersions } });
  },
};
