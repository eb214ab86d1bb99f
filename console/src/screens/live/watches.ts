import type { RunningRequest } from '../requests/request-record.ts';

/** A watch that is open: whose it is, of what, and how far it is behind. */
export interface OpenWatch {
  readonly id: string;
  readonly user: string;
  /** `kubectl/v1.36.0`: the first word of what the client calls itself. */
  readonly client: string;
  /** `deployments.apps in default, app=web` */
  readonly what: string;
  readonly since: string;
  readonly revision: number | undefined;
  /** Events that wait for it; undefined while it is told what there was before. */
  readonly behind: number | undefined;
}

/** Those who are furthest behind first, the others in the order of the record. */
export function openWatches(running: readonly RunningRequest[]): readonly OpenWatch[] {
  return running
    .filter(({ verb }) => verb === 'watch')
    .map((one, at) => ({
      id: `${one.time} ${one.path} ${at}`,
      user: one.user,
      client: one.userAgent.split(' ')[0] || 'no agent',
      what: watchedBy(one),
      since: one.time,
      revision: one.watch?.revision,
      behind: one.watch?.behind,
    }))
    .sort((a, b) => (b.behind ?? 0) - (a.behind ?? 0));
}

/** In the words of the resource: a path says the same, only longer. */
function watchedBy({ path, query }: RunningRequest): string {
  const found =
    /^\/(?:api\/[^/]+|apis\/([^/]+)\/[^/]+)(?:\/watch)?(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/([^/]+))?$/.exec(path);
  if (found === null) return path;
  const [, group, namespace, resource, name] = found;
  const selectors = new URLSearchParams(query);
  const chosen = [selectors.get('labelSelector'), selectors.get('fieldSelector')].filter((text) => text);
  return [
    `${resource}${group === undefined ? '' : `.${group}`}${name === undefined ? '' : `/${name}`}`,
    ...(namespace === undefined ? [] : [`in ${namespace}`]),
    ...(chosen.length === 0 ? [] : [`with ${chosen.join(' and ')}`]),
  ].join(' ');
}

export function matchingWatches(watches: readonly OpenWatch[], text: string): readonly OpenWatch[] {
  const words = text.toLowerCase().split(/\s+/);
  return watches.filter(({ user, client, what }) => {
    const said = `${user} ${client} ${what}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
