import { goQuote } from '#meta';
import type { Volume, VolumeProjection } from '../v1/types.gen.ts';

/** Files of one volume that would lie on or in each other. */
export function overlapWarnings(volumes: readonly Volume[]): string[] {
  return volumes.flatMap((volume) => {
    const { name = '', configMap, secret, downwardAPI, projected } = volume;
    const told = (what: string) => (overlap: string) =>
      `volume ${goQuote(name)} (${what}): overlapping paths: ${overlap}`;
    return [
      ...overlaps(pathsOf(configMap?.items)).map(told(`ConfigMap ${goQuote(configMap?.name ?? '')}`)),
      ...overlaps(pathsOf(secret?.items)).map(told(`Secret ${goQuote(secret?.secretName ?? '')}`)),
      ...overlaps(pathsOf(downwardAPI?.items)).map(told('DownwardAPI')),
      ...projectedWarnings(name, projected?.sources ?? [], told('Projected')),
    ];
  });
}

interface PlacedFile {
  readonly path: string;
  readonly source: string;
}
type Items = readonly { readonly path?: string }[] | undefined | null;

const pathsOf = (items: Items, source = ''): PlacedFile[] => (items ?? []).map(({ path = '' }) => ({ path, source }));

function projectedWarnings(
  volume: string,
  sources: readonly VolumeProjection[],
  told: (overlap: string) => string,
): string[] {
  const empty = sources.filter((source) => Object.keys(source).length === 0);
  const none = empty.map(() => `volume ${goQuote(volume)} (Projected) has no sources provided`);
  return [...none, ...overlaps(sources.flatMap(filesOf)).map(told)];
}

function filesOf({ configMap, secret, downwardAPI, serviceAccountToken }: VolumeProjection): PlacedFile[] {
  if (configMap?.items !== undefined) return pathsOf(configMap.items, `ConfigMap ${goQuote(configMap.name ?? '')}`);
  if (secret?.items !== undefined) return pathsOf(secret.items, `Secret ${goQuote(secret.name ?? '')}`);
  if (downwardAPI?.items !== undefined) return pathsOf(downwardAPI.items, 'DownwardAPI');
  if (serviceAccountToken === undefined) return [];
  return pathsOf([serviceAccountToken], 'ServiceAccountToken');
}

/** More than these do not fit into headers; and looking for them must come to an end. */
const MOST_OVERLAPS = 100;
const MOST_COMPARISONS = 1_000_000;

function overlaps(files: readonly PlacedFile[]): string[] {
  const trimmed = files.map(({ path, source }) => ({ path: path.replace(/\/+$/, ''), source }));
  const found: string[] = [];
  let compared = 0;
  for (const [at, file] of trimmed.entries()) {
    for (const other of trimmed.slice(0, at)) {
      if (found.length >= MOST_OVERLAPS || ++compared > MOST_COMPARISONS) return found;
      if (isWithin(file.path, other.path) || isWithin(other.path, file.path)) {
        found.push(`${shown(file)} with ${shown(other)}`);
      }
    }
  }
  return found;
}

const isWithin = (path: string, folder: string): boolean =>
  path !== '' && folder !== '' && `${path}/`.startsWith(`${folder}/`);
const shown = ({ path, source }: PlacedFile): string => goQuote(path) + (source === '' ? '' : ` (${source})`);
