import type { UserInfo } from '#machinery';
import { serviceAccountUser } from '../service-account-user.ts';
import type { RoleBinding, Subject } from './policy.ts';

/** A binding, and the first of its subjects that a user is. */
export interface Granted {
  readonly binding: RoleBinding;
  readonly subject: Subject;
}

interface Place extends Granted {
  readonly order: number;
}

/** Bindings by namespace and subject: a question costs as many looks as the user has groups. */
export class BindingIndex {
  readonly since: number;
  readonly #places = new Map<string, Place[]>();

  constructor(bindings: Iterable<RoleBinding>, since: number) {
    this.since = since;
    let order = 0;
    for (const binding of bindings) {
      const namespace = binding.metadata.namespace ?? '';
      for (const subject of binding.subjects ?? []) {
        const key = keyOf(subject, namespace);
        if (key === undefined) continue;
        const there = this.#places.get(key);
        // The order is that of bindings, and of subjects within one.
        const place = { binding, subject, order: order++ };
        if (there === undefined) this.#places.set(key, [place]);
        else there.push(place);
      }
    }
  }

  /** In the order of the bindings. */
  of({ name, groups }: UserInfo, namespace: string): readonly Granted[] {
    const found = [...this.#at(userKey(namespace, name))];
    for (const group of new Set(groups)) found.push(...this.#at(groupKey(namespace, group)));
    found.sort((a, b) => a.order - b.order);
    return found.filter(({ binding }, at) => found[at - 1]?.binding !== binding);
  }

  #at(key: string): readonly Place[] {
    return this.#places.get(key) ?? [];
  }
}

// No name of a namespace holds a slash, so keys cannot be mistaken for each other.
const userKey = (namespace: string, name: string): string => `${namespace}/u/${name}`;
const groupKey = (namespace: string, name: string): string => `${namespace}/g/${name}`;

function keyOf({ kind, name = '', namespace: own = '' }: Subject, namespace: string): string | undefined {
  if (kind === 'User') return userKey(namespace, name);
  if (kind === 'Group') return groupKey(namespace, name);
  const home = own || namespace;
  return kind === 'ServiceAccount' && home !== '' ? userKey(namespace, serviceAccountUser(home, name)) : undefined;
}
