import { clientsOf, deprecatedRequests } from '../version-users.ts';
import { definitionOf, versionIn } from './definition.ts';
import type { Step } from './step.ts';

/** Whoever leaves the version has somewhere to go. */
export const otherVersion: Step = {
  async look(walk) {
    const { name, version } = walk;
    const definition = await definitionOf(walk);
    const found = versionIn(definition, version);
    const served = definition.versions.filter((one) => one.served === true && one.name !== version);
    const kubectl = `kubectl get crd ${name} -o jsonpath='{range .spec.versions[*]}{.name} {.served} {.storage}{"\\n"}{end}'`;
    const step = `Another version is stored and served`;
    if (found === undefined) {
      const versions = definition.versions.map((one) => one.name).join(', ');
      return { step, state: 'done', evidence: `it has no version ${version}, only ${versions}`, kubectl };
    }
    if (found.storage === true)
      return {
        step,
        state: 'blocked',
        evidence: `new writes are stored in ${version}; make another version the storage version first`,
        kubectl,
      };
    if (served.length === 0) return { step, state: 'blocked', evidence: 'no other version is served', kubectl };
    const storage = definition.versions.find((one) => one.storage === true)?.name;
    const names = served.map((one) => one.name).join(', ');
    return { step, state: 'done', evidence: `new writes are stored in ${storage}; ${names} served`, kubectl };
  },
};

export const nobodyUsesIt: Step = {
  async look(walk) {
    const { name, version, cluster } = walk;
    const { group, resource, versions } = await definitionOf(walk);
    const step = `Nobody uses ${version}`;
    const kubectl = `kubectl get --raw /metrics | grep apiserver_requested_deprecated_apis | grep 'version="${version}"'`;
    if (versions.find((one) => one.name === version)?.served !== true)
      return { step, state: 'done', evidence: 'it is not served', kubectl };
    const clients = await clientsOf(cluster, { name, version });
    if (clients !== undefined && clients.length > 0) {
      const who = clients.slice(0, 5).map((one) => `${one.user} with ${one.client}, last at ${one.lastUse}`);
      const state = walk.options.yes ? 'unknown' : 'blocked';
      return { step, state, evidence: `${clients.length} used it since the start: ${who.join('; ')}`, kubectl };
    }
    if (clients !== undefined) return { step, state: 'done', evidence: 'nobody asked for it since the start', kubectl };
    const asked = await deprecatedRequests(cluster, { group, resource, version });
    if (asked) return { step, state: 'blocked', evidence: 'somebody used it since the start of the server', kubectl };
    const evidence = 'this server does not tell who uses a version; look into its audit log';
    return { step, state: 'unknown', evidence, kubectl };
  },
};
