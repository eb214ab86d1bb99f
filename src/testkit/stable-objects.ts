/**
 * Objects as they are but for what is other in each run: uids, resourceVersions, times and generated names stand there as
 * `<uid>`, `<resourceVersion>`, `<time>`, `<suffix>`, and managed fields are left out. For snapshots of tests.
 */
export function stableObjects<T>(value: T): T {
  return stable(value) as T;
}

const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

interface Holder {
  readonly [key: string]: unknown;
}

function stable(value: unknown): unknown {
  if (typeof value === 'string') return timePattern.test(value) ? '<time>' : value;
  if (Array.isArray(value)) return value.map(stable);
  if (!isHolder(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'managedFields');
  return Object.fromEntries(entries.map(([key, inner]) => [key, stableField(value, key, inner)]));
}

function stableField(holder: Holder, key: string, inner: unknown): unknown {
  if (typeof inner !== 'string') return stable(inner);
  if (key === 'uid' || key === 'resourceVersion') return `<${key}>`;
  const { generateName } = holder;
  if (key === 'name' && typeof generateName === 'string' && inner.startsWith(generateName))
    return `${generateName}<suffix>`;
  return stable(inner);
}

/** Also of another realm: jest runs tests in one of its own, and what Node reads for them is made in another. */
function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

type Printer = (value: unknown, ...rest: readonly unknown[]) => string;

/** Those that were made stable already, and are printed as they are. */
const printed = new WeakSet<object>();

/** A snapshot serializer of vitest and jest for objects and lists of Kubernetes. */
export const objectSerializer = {
  test: (value: unknown): boolean =>
    isHolder(value) && !printed.has(value) && typeof value.kind === 'string' && isHolder(value.metadata),
  serialize(value: unknown, ...rest: readonly unknown[]): string {
    const print = rest.at(-1) as Printer;
    const object = stableObjects(value as object);
    markPrinted(object);
    return print(object, ...rest.slice(0, -1));
  },
};

function markPrinted(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  printed.add(value);
  for (const inner of Object.values(value)) markPrinted(inner);
}
