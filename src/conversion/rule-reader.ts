import { getOwn, isJsonObject, type Json, type JsonObject } from '#meta';
import { parsePath } from './field-path.ts';
import { fieldSlot, metadataSlot, type Slot } from './slot.ts';

/** What is wrong with a rule, in a sentence. */
export class RuleFault extends Error {
  override name = 'RuleFault';
}

const annotationName = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const MAX_SLOTS = 32;

/** Reads what somebody wrote as a rule, member by member. Throws a `RuleFault`. */
export class RuleReader {
  readonly #members: JsonObject;
  readonly #read = new Set<string>();

  constructor(value: Json | undefined) {
    if (!isJsonObject(value)) throw new RuleFault('must be an object');
    this.#members = value;
  }

  has(name: string): boolean {
    return getOwn(this.#members, name) !== undefined;
  }
  any(name: string): Json | undefined {
    this.#read.add(name);
    return getOwn(this.#members, name);
  }
  text(name: string, otherwise?: string): string {
    const value = this.any(name) ?? otherwise;
    if (typeof value !== 'string' || (value === '' && otherwise === undefined))
      throw new RuleFault(`${name} must be a text`);
    return value;
  }
  flag(name: string): boolean {
    const value = this.any(name) ?? false;
    if (typeof value !== 'boolean') throw new RuleFault(`${name} must be true or false`);
    return value;
  }
  number(name: string): number {
    const value = this.any(name);
    if (typeof value !== 'number' || value === 0) throw new RuleFault(`${name} must be a number other than 0`);
    return value;
  }
  choice<Name extends string>(name: string, choices: readonly Name[], otherwise?: Name): Name {
    const value = this.any(name) ?? otherwise;
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new RuleFault(`${name} must be one of ${choices.join(', ')}`);
    return found;
  }
  slot(name: string, otherwise?: Slot): Slot {
    if (otherwise !== undefined && !this.has(name)) return otherwise;
    return slotAt(this.text(name), name);
  }
  slots(name: string): readonly Slot[] {
    const value = this.any(name);
    if (!Array.isArray(value) || value.length < 1 || value.length > MAX_SLOTS)
      throw new RuleFault(`${name} must be a list of paths, at most ${MAX_SLOTS}`);
    return value.map((path) => slotAt(path, name));
  }
  /** Paths by names. */
  namedSlots(name: string): ReadonlyMap<string, Slot> {
    const found = new Map<string, Slot>();
    for (const [key, path] of this.members(name)) found.set(key, slotAt(path as Json, `${name}.${key}`));
    return found;
  }
  /** What an object holds, by names. */
  members(name: string): readonly (readonly [string, Json])[] {
    const value = this.any(name);
    if (!isJsonObject(value) || Object.keys(value).length < 1 || Object.keys(value).length > MAX_SLOTS * 8)
      throw new RuleFault(`${name} must be an object with something in it`);
    return Object.entries(value) as [string, Json][];
  }
  annotation(map: 'annotations' | 'labels', name: string): Slot {
    const key = this.text(name);
    if (!annotationName.test(key) || key.length > 317) throw new RuleFault(`${name} must be the name of one`);
    return metadataSlot(map, key);
  }
  /** Everything was read that is there. */
  end(): void {
    const unknown = Object.keys(this.#members).find((name) => !this.#read.has(name));
    if (unknown !== undefined) throw new RuleFault(`${unknown} is not known`);
  }
}

function slotAt(path: Json, name: string): Slot {
  const steps = typeof path === 'string' ? parsePath(path) : undefined;
  if (steps === undefined) throw new RuleFault(`${name} must be a path such as spec.size`);
  if (['apiVersion', 'kind', 'metadata'].includes(steps[0] as string) && steps.length <= 2)
    throw new RuleFault(`${name}: ${steps.join('.')} is the server's; use the rules for annotations and labels`);
  return fieldSlot(steps);
}
