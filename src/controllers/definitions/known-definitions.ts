import { type CustomResourceDefinition, isConditionTrue } from '#crd';

/** The definitions that were told of, by name, and by group: names are shared out within a group. */
export class KnownDefinitions {
  readonly #all = new Map<string, CustomResourceDefinition>();
  readonly #groups = new Map<string, Map<string, CustomResourceDefinition>>();

  get(name: string): CustomResourceDefinition | undefined {
    return this.#all.get(name);
  }
  names(): Iterable<string> {
    return this.#all.keys();
  }
  set(name: string, definition: CustomResourceDefinition): void {
    this.#all.set(name, definition);
    const group = groupOf(name);
    this.#groups.set(group, (this.#groups.get(group) ?? new Map()).set(name, definition));
  }
  delete(name: string): void {
    this.#all.delete(name);
    const members = this.#groups.get(groupOf(name));
    members?.delete(name);
    if (members?.size === 0) this.#groups.delete(groupOf(name));
  }
  clear(): void {
    this.#all.clear();
    this.#groups.clear();
  }
  /** Those of the definition's group, itself among them. */
  besides(name: string): CustomResourceDefinition[] {
    return [...(this.#groups.get(groupOf(name))?.values() ?? [])];
  }
  /** The others of the group that have not got all their names. */
  waitingForNames(name: string): string[] {
    const found: string[] = [];
    for (const [other, definition] of this.#groups.get(groupOf(name)) ?? []) {
      if (other !== name && !isConditionTrue(definition, 'NamesAccepted')) found.push(other);
    }
    return found;
  }
}

/** A definition's name is `PLURAL.GROUP`. */
const groupOf = (name: string): string => name.slice(name.indexOf('.') + 1);
