/** Metrics of one name in the Prometheus text format, each with its own values of the same labels. */

/** More would be somebody's mistake, or malice: what is beyond is not counted. */
const MOST_SERIES = 20_000;

/** A family of cells, one for each combination of values that was seen. */
class Family<Cell> {
  readonly #labelNames: readonly string[];
  readonly #make: () => Cell;
  readonly #cells = new Map<string, { readonly labels: string; readonly cell: Cell }>();

  /** The text of the labels has them in alphabetical order, as upstream's; give them so. */
  constructor(labelNames: readonly string[], make: () => Cell) {
    this.#labelNames = labelNames;
    this.#make = make;
  }

  /** Of these values, in the order of the names. Undefined when there are too many. */
  of(values: readonly string[]): Cell | undefined {
    const key = values.length === 1 ? (values[0] as string) : values.join('\0');
    const there = this.#cells.get(key);
    if (there !== undefined) return there.cell;
    if (this.#cells.size >= MOST_SERIES) return undefined;
    const labels = this.#labelNames.map((name, at) => `${name}="${escaped(values[at] ?? '')}"`).join(',');
    const cell = this.#make();
    this.#cells.set(key, { labels, cell });
    return cell;
  }

  *[Symbol.iterator](): Generator<{ readonly labels: string; readonly cell: Cell }> {
    yield* this.#cells.values();
  }
}

function escaped(value: string): string {
  return value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
}

interface Described {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

const head = ({ name, help }: Described, type: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];
const braced = (labels: string): string => (labels === '' ? '' : `{${labels}}`);

export class Counter {
  readonly #described: Described;
  readonly #family: Family<{ value: number }>;

  constructor(described: Described) {
    this.#described = described;
    this.#family = new Family(described.labelNames, () => ({ value: 0 }));
  }
  /** To be kept by who counts often. */
  of(values: readonly string[]): { value: number } | undefined {
    return this.#family.of(values);
  }
  add(...values: readonly string[]): void {
    const cell = this.of(values);
    if (cell !== undefined) cell.value++;
  }
  *lines(): Generator<string> {
    yield* head(this.#described, 'counter');
    for (const { labels, cell } of this.#family) yield `${this.#described.name}${braced(labels)} ${cell.value}`;
  }
}

/** How often a value was at most each limit. */
export interface Distribution {
  /** Beyond the limit before and up to this one; the last has no limit. */
  readonly buckets: number[];
  sum: number;
  count: number;
}

interface DescribedHistogram extends Described {
  readonly limits: readonly number[];
}

export class Histogram {
  readonly #described: DescribedHistogram;
  readonly #family: Family<Distribution>;

  constructor(described: DescribedHistogram) {
    this.#described = described;
    const { labelNames, limits } = described;
    this.#family = new Family(labelNames, () => ({ buckets: new Array(limits.length + 1).fill(0), sum: 0, count: 0 }));
  }
  /** To be kept by who observes often. */
  of(values: readonly string[]): Distribution | undefined {
    return this.#family.of(values);
  }
  observe(value: number, values: readonly string[]): void {
    this.put(this.of(values), value);
  }
  put(cell: Distribution | undefined, value: number): void {
    if (cell === undefined) return;
    const { limits } = this.#described;
    let at = 0;
    while (at < limits.length && value > (limits[at] as number)) at++;
    cell.buckets[at] = (cell.buckets[at] as number) + 1;
    cell.sum += value;
    cell.count++;
  }
  *lines(): Generator<string> {
    const { name, limits } = this.#described;
    yield* head(this.#described, 'histogram');
    for (const { labels, cell } of this.#family) {
      let count = 0;
      for (const [at, own] of cell.buckets.entries()) {
        count += own;
        const le = `le="${at < limits.length ? limitText(limits[at] as number) : '+Inf'}"`;
        yield `${name}_bucket{${labels === '' ? le : `${labels},${le}`}} ${count}`;
      }
      yield `${name}_sum${braced(labels)} ${cell.sum}`;
      yield `${name}_count${braced(labels)} ${cell.count}`;
    }
  }
}

/** Go writes large and small numbers with an exponent: series are told apart by this text. */
function limitText(limit: number): string {
  if (limit < 1e6 && limit >= 1e-4) return String(limit);
  return limit.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}
