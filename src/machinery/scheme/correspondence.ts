import { type ChoiceType, type FieldDescription, jsonFields, type StructType, type TypeDescription } from '#schema';

/** The fields as JSON has them, by name. */
export function fieldsByName(struct: StructType): ReadonlyMap<string, FieldDescription> {
  return new Map(jsonFields(struct).map((field) => [field.name, field]));
}

/** The fields that a conversion of two structs copies by itself. */
interface Covered {
  /** Fields of the source. */
  readonly from: ReadonlySet<string>;
  /** Fields of the target. */
  readonly to: ReadonlySet<string>;
}

const nothing: Covered = { from: new Set(), to: new Set() };

/**
 * Whether values of one struct are values of another as they are, but for the fields that are covered. Each fault is a
 * sentence that names the field and says what to write. Types that contain themselves are looked at once.
 */
export function correspondenceFaults(from: StructType, to: StructType, covered: Covered = nothing): readonly string[] {
  const comparison = new Comparison();
  comparison.structs({ from, to, covered }, '');
  return comparison.faults;
}

interface StructPair {
  readonly from: StructType;
  readonly to: StructType;
  readonly covered: Covered;
}

class Comparison {
  readonly faults: string[] = [];
  readonly #seen = new Map<StructType, Set<StructType>>();

  structs({ from, to, covered }: StructPair, at: string): void {
    if (from === to) return;
    const sources = fieldsByName(from);
    const targets = fieldsByName(to);
    for (const name of sources.keys()) {
      if (covered.from.has(name) || targets.has(name)) continue;
      this.faults.push(
        `${at}${name}: ${to.goName} has no such field; list it in 'lost', or read it in a function of 'set' and list it in 'reads'`,
      );
    }
    for (const [name, target] of targets) {
      if (covered.to.has(name)) continue;
      const source = sources.get(name);
      if (source !== undefined) this.#fields({ source, target }, `${at}${name}`);
      else this.faults.push(`${at}${name}: ${from.goName} has no such field; write it in 'set', or list it in 'unset'`);
    }
  }

  #fields({ source, target }: { source: FieldDescription; target: FieldDescription }, at: string): void {
    if (source.pointer && !target.pointer && hasZero.has(target.type.shape)) {
      this.faults.push(`${at}: what is unset and what is zero would become the same; write it in 'set'`);
    }
    this.#types(source.type, target.type, at);
  }

  #types(from: TypeDescription, to: TypeDescription, at: string): void {
    if (from.shape === 'struct' && to.shape === 'struct') {
      if (this.#isNew(from, to)) this.structs({ from, to, covered: nothing }, `${at}.`);
    } else if (from.shape === 'list' && to.shape === 'list') {
      this.#types(from.items, to.items, `${at}[]`);
    } else if (from.shape === 'map' && to.shape === 'map') {
      this.#types(from.values, to.values, `${at}{}`);
    } else if (from.shape === 'choice' && to.shape === 'choice') {
      this.#types(formsOf(from), formsOf(to), at);
    } else if (from.shape !== to.shape) {
      this.faults.push(`${at}: ${from.shape} does not become ${to.shape} by itself; write it in 'set'`);
    }
  }

  #isNew(from: StructType, to: StructType): boolean {
    const seen = this.#seen.get(from) ?? new Set();
    if (seen.has(to)) return false;
    this.#seen.set(from, seen.add(to));
    return true;
  }
}

const formsOf = ({ forms }: ChoiceType): StructType => forms;

/** Shapes whose zero value is left out when it is written, unless the field is a pointer. */
const hasZero: ReadonlySet<string> = new Set(['string', 'bool', 'int32', 'int64', 'double', 'bytes']);
