import { application } from './manifest/application.ts';
import { clusterWide, type Manifest, part } from './manifest/made.ts';
import { roles } from './manifest/roles.ts';
import { belongings, clusterParts, keptRunning } from './manifest/shared.ts';
import { wild } from './wild-definitions.ts';

const namespaces = ['fleet-0', 'fleet-1'];

/**
 * A manifest in the style of the large ones that people apply (monitoring stacks, ingress controllers, operators), for
 * a few hundred objects. `setup` has to be there before the rest: namespaces, and definitions with deep schemas.
 */
export function largeManifest(applications: number): { setup: Manifest[]; rest: Manifest[] } {
  const labels = { 'pod-security.kubernetes.io/enforce': 'privileged', team: 'fleet' };
  const setup = [
    ...namespaces.map((name) => ({ ...clusterWide('v1/Namespace', name), metadata: { name, labels } })),
    ...(Object.values(wild) as unknown as Manifest[]),
  ];
  const apps = Array.from({ length: applications }, (_, at) =>
    application(part(`app-${at}`, namespaces[at % namespaces.length] as string, 'fleet')),
  );
  const inEach = namespaces.flatMap((name) => [...keptRunning(name), ...belongings(name)]);
  const rest = [...clusterParts(), ...roles(applications), ...apps.flat(), ...inEach];
  return { setup, rest };
}

/** As one file. */
export const asList = (items: readonly Manifest[]): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
