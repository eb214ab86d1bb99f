import type { UserInfo } from '#machinery';
import { serviceAccountUser } from '#meta';
import type { RoleBinding, StoredObjects, Subject } from './policy.ts';

/** A binding, and the first of its subjects that a user is. */
export interface Granted {
  readonly binding: RoleBinding;
  readonly subject: Subject;
}

interface BindingSubject extends Granted {
  /** `namespace/name` of the binding. */
  readonly key: string;
  /** Which of its subjects. */
  readonly at: number;
}

/**
 * Bindings by namespace and subject: a question costs as many looks as the user has groups. A change costs a glance at
 * each binding, and work only for those that changed; a binding that did not is the same object as before.
 */
export class BindingIndex {
  #since = -1;
  #known = new Map<string, RoleBinding>();
  readonly #places = new Map<string, BindingSubject[]>();

  /** Brings the index up to date. */
  follow(bindings: StoredObjects<RoleBinding>): void {
    if (bindings.since === this.#since) return;
    this.#since = bindings.since;
    const gone = this.#known;
    this.#known = new Map();
    const fresh: [string, RoleBinding][] = [];
    for (const binding of bindings.all()) {
      const key = keyOf(binding);
      this.#known.set(key, binding);
      if (gone.get(key) === binding) gone.delete(key);
      else fresh.push([key, binding]);
    }
    for (const [key, binding] of gone) this.#remove(key, binding);
    for (const [key, binding] of fresh) this.#add(key, binding);
  }

  /** In the order of the bindings' names. */
  of({ name, groups }: UserInfo, namespace: string): readonly Granted[] {
    const found = [...this.#at(userKey(namespace, name))];
    for (const group of new Set(groups)) found.push(...this.#at(groupKey(namespace, group)));
    found.sort((a, b) => (a.key === b.key ? a.at - b.at : a.key < b.key ? -1 : 1));
    return found.filter(({ key }, at) => found[at - 1]?.key !== key);
  }

  #add(key: string, binding: RoleBinding): void {
    for (const [at, subject] of (binding.subjects ?? []).entries()) {
      const who = subjectKey(subject, binding.metadata.namespace ?? '');
      if (who === undefined) continue;
      const place = { key, at, binding, subject };
      const there = this.#places.get(who);
      if (there === undefined) this.#places.set(who, [place]);
      else there.push(place);
    }
  }

  #remove(key: string, binding: RoleBinding): void {
    for (const subject of binding.subjects ?? []) {
      const who = subjectKey(subject, binding.metadata.namespace ?? '');
      if (who === undefined) continue;
      const left = this.#at(who).filter((place) => place.key !== key);
      if (left.length === 0) this.#places.delete(who);
      else this.#places.set(who, left);
    }
  }

  #at(key: string): readonly BindingSubject[] {
    return this.#places.get(key) ?? [];
  }
}

const keyOf = ({ metadata: { namespace = '', name = '' } }: RoleBinding): string => `${namespace}/${name}`;

// No name of a namespace holds a slash, so keys cannot be mistaken for each other.
const userKey = (namespace: string, name: string): string => `${namespace}/u/${name}`;
const groupKey = (namespace: string, name: string): string => `${namespace}/g/${name}`;

function subjectKey({ kind, name = '', namespace: own = '' }: Subject, namespace: string): string | undefined {
  if (kind === 'User') return userKey(namespace, name);
  if (kind === 'Group') return groupKey(namespace, name);
  const home = own || namespace;
  return kind === 'ServiceAccount' && home !== '' ? userKey(namespace, serviceAccountUser(home, name)) : undefined;
}
