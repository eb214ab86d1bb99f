import type { SubresourceView } from '#machinery';
import { deducedType, FieldSet, type ManagedSet, type Path, pathOf, type Versions } from '#merge';
import { apiVersionOf } from '#meta';
import type { Access } from '../access.ts';
import { identify, type Managed, type Manager } from './managed.ts';
import { resourceVersions } from './resource-versions.ts';
import { type Writer, writerOf } from './writer.ts';

const SCALE_VERSION = 'autoscaling/v1';
const replicas = pathOf('spec', 'replicas');
const inScale = FieldSet.of(replicas);

/** Who writes a Scale. It has one version and one type, whatever it is shown over. */
export function scaleWriter(access: Access, { codec }: SubresourceView): Writer {
  const { filters: _, ...writer } = writerOf(access);
  const versions: Versions = {
    typeOf: (version) => (version === SCALE_VERSION ? (codec.mergeType ?? deducedType) : undefined),
    convert: (value) => value,
  };
  return { ...writer, version: SCALE_VERSION, versions };
}

/**
 * Ownership of the number of replicas, between an object and the Scale that is shown over it. Who owns the number in
 * the one owns it in the other. k8s: util/managedfields/scalehandler.go
 */
export class ScaleOwnership {
  readonly #parent: Managed;
  readonly #version: string;
  readonly #placeIn: (apiVersion: string) => Path | null | undefined;

  constructor(access: Access, view: SubresourceView, parent: Managed) {
    const versions = resourceVersions(access.resource.definition);
    this.#parent = parent;
    this.#version = apiVersionOf(access.resource);
    this.#placeIn = (apiVersion) => {
      if (versions.typeOf(apiVersion) === undefined) return undefined;
      const names = view.replicasAt === undefined ? ['spec', 'replicas'] : view.replicasAt(apiVersion);
      return names === null ? null : pathOf(...names);
    };
  }

  /** Who owns what in the Scale. */
  get inScale(): Managed {
    const sets = new Map<string, ManagedSet>();
    const managers = new Map<string, Manager>();
    const times = new Map<string, string>();
    for (const [id, { apiVersion, set, applied }] of this.#parent.sets) {
      const place = this.#placeIn(apiVersion);
      if (!place || !set.has(place)) continue;
      const manager = this.#shownIn(id);
      const scaleId = identify(manager);
      sets.set(scaleId, { apiVersion: SCALE_VERSION, set: inScale, applied });
      managers.set(scaleId, manager);
      const time = this.#parent.times.get(id);
      if (time !== undefined) times.set(scaleId, time);
    }
    return { sets, managers, times };
  }

  /** How a manager of the object is called in the Scale. */
  #shownIn(id: string): Manager {
    const manager = this.#parent.managers.get(id) as Manager;
    return manager.operation === 'Apply' ? manager : { ...manager, apiVersion: SCALE_VERSION };
  }

  /**
   * Who owns what in the object, after a write of the Scale. An updater's identity names the version, which is another one in
   * the Scale: so updaters lose the number in any case, and who has it then comes as a newcomer without a time, beside what
   * it had. The next write reads two entries of one identity, and keeps the later of them.
   */
  inParent(scale: Managed): Managed {
    const sets = new Map<string, ManagedSet>();
    const managers = new Map(this.#parent.managers);
    const newcomers = new Map(scale.sets);
    for (const [id, owned] of this.#parent.sets) {
      const place = this.#placeIn(owned.apiVersion);
      if (place === undefined) continue;
      const keeps = place === null || !owned.set.has(place) || newcomers.delete(id);
      const set = keeps ? owned.set : owned.set.difference(FieldSet.of(place as Path));
      if (!set.isEmpty) sets.set(id, { ...owned, set });
    }
    const place = this.#placeIn(this.#version);
    for (const [id, { set, applied }] of newcomers) {
      if (!place || !set.has(replicas)) continue;
      sets.set(id, { apiVersion: this.#version, set: FieldSet.of(place), applied });
      managers.set(id, scale.managers.get(id) as Manager);
    }
    return { ...this.#parent, sets, managers };
  }
}
