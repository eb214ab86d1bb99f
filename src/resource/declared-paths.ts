import {
  type Column,
  fieldText,
  type KindVersion,
  type PathColumn,
  pathColumns,
  type ScalePaths,
  scaleKind,
  scaleView,
  stepsOf,
  type VersionDefinition,
} from '#machinery';
import { apiErrors, fieldErrors, type KubeObject, parseApiVersion, path } from '#meta';
import type { BuiltinSubresource } from './builtin-kind.ts';

/** What the types of one version declare by paths into its objects, as definitions do. */
export interface DeclaredPaths {
  /** False where objects may still lie in the store in this version, but no client speaks it. */
  readonly served?: boolean;
  /** Behind the name. */
  readonly columns?: readonly PathColumn[];
  /** Paths that field selectors may ask for: `.spec.color`. */
  readonly selectableFields?: readonly string[];
  readonly scale?: ScalePaths;
}

/** Columns that read the version; tables are made from the hub. */
export function declaredColumns({ fromHub }: KindVersion, columns: readonly PathColumn[]): readonly Column[] {
  // A row asks for one cell after the other.
  let last: { readonly hub: KubeObject; readonly object: KubeObject } | undefined;
  const shown = (hub: KubeObject): KubeObject => {
    if (last?.hub !== hub) last = { hub, object: fromHub(hub) };
    return last.object;
  };
  const described = columns.map((one) => ({ ...one, description: one.description ?? `The value at ${one.jsonPath}.` }));
  const [name, ...others] = pathColumns(described);
  const reading = others.map((one): Column => ({ ...one, cell: (hub) => one.cell(shown(hub)) }));
  return [name as Column, ...reading];
}

export const declaredSelectors = (paths: readonly string[]): VersionDefinition['selectableFields'] =>
  new Map(paths.map((one) => [one.replace(/^\./, ''), (object: KubeObject) => fieldText(object, one)]));

/** A Scale that finds its numbers in each version where that says; undefined where no version says. */
export function declaredScale(versions: { readonly [version: string]: DeclaredPaths }): BuiltinSubresource | undefined {
  const paths = new Map<string, ScalePaths>(
    Object.entries(versions).flatMap(([name, { scale }]) => (scale ? [[name, scale]] : [])),
  );
  if (paths.size === 0) return undefined;
  const pathsIn = (apiVersion: string): ScalePaths | undefined => paths.get(parseApiVersion(apiVersion)?.version ?? '');
  const view = scaleView(
    ({ apiVersion }) => {
      const found = pathsIn(apiVersion);
      if (found === undefined) throw apiErrors.pathNotFound();
      return found;
    },
    { absent: 0 },
  );
  return {
    name: 'scale',
    view: {
      ...view,
      kind: scaleKind,
      replicasAt(apiVersion) {
        const found = pathsIn(apiVersion);
        return found === undefined ? null : stepsOf(found.specReplicasPath);
      },
      write(object, scale) {
        const { replicas = 0 } = (scale.spec ?? {}) as { replicas?: number };
        if (replicas < 0) return [fieldErrors.invalid(path('spec', 'replicas'), replicas, NOT_NEGATIVE)];
        return view.write(object, scale);
      },
    },
  };
}

const NOT_NEGATIVE = 'must be greater than or equal to 0';
