import { apiVersionOf, type GroupVersion } from '#meta';
import { groupVersionOf } from './known-types.ts';
import { SchemeError } from './scheme-error.ts';

/** The order of the versions of each group: those that were put first, then the others as they were added. */
export class VersionPriority {
  readonly #observed = new Map<string, string[]>();
  readonly #first = new Map<string, readonly string[]>();

  observe(groupVersion: GroupVersion): void {
    const versions = this.#observed.get(groupVersion.group) ?? [];
    const apiVersion = apiVersionOf(groupVersion);
    if (!versions.includes(apiVersion)) this.#observed.set(groupVersion.group, [...versions, apiVersion]);
  }

  set(apiVersions: readonly string[]): void {
    const groups = new Set(apiVersions.map((apiVersion) => groupVersionOf(apiVersion).group));
    if (groups.size > 1) throw new SchemeError([`versions of several groups: ${apiVersions.join(', ')}`]);
    for (const group of groups) this.#first.set(group, apiVersions);
  }

  of(group: string): readonly string[] {
    const first = this.#first.get(group) ?? [];
    return [...first, ...(this.#observed.get(group) ?? []).filter((apiVersion) => !first.includes(apiVersion))];
  }

  all(): readonly string[] {
    return [...new Set([...this.#observed.keys(), ...this.#first.keys()])].flatMap((group) => this.of(group));
  }

  sorted<T extends { readonly apiVersion: string }>(known: readonly T[]): readonly T[] {
    const order = this.all();
    return [...known].sort((a, b) => order.indexOf(a.apiVersion) - order.indexOf(b.apiVersion));
  }
}
