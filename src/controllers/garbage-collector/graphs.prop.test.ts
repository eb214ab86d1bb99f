import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { OwnerReference } from '#meta';
import { TestCluster } from '../testing/test-cluster.ts';

/** An owner is one of the objects, by its number, or nobody. */
interface Wanted {
  readonly owners: readonly { readonly at: number; readonly blocks: boolean; readonly wrongUid: boolean }[];
}
interface Deletion {
  readonly at: number;
  readonly policy: 'Background' | 'Foreground' | 'Orphan';
}

const size = 8;
const objectArbitrary: fc.Arbitrary<Wanted> = fc.record({
  owners: fc.uniqueArray(
    fc.record({
      at: fc.nat(size - 1),
      blocks: fc.boolean(),
      wrongUid: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.boolean()),
    }),
    { selector: ({ at }) => at, maxLength: 3 },
  ),
});
const graphArbitrary = fc.array(objectArbitrary, { minLength: size, maxLength: size });
const deletions = (...policies: Deletion['policy'][]): fc.Arbitrary<Deletion[]> =>
  fc.array(fc.record({ at: fc.nat(size - 1), policy: fc.constantFrom(...policies) }), { maxLength: 5 });

/** What should be left: each object with the owners it still has. An object whose owners are all gone goes too. */
class Model {
  readonly #owners = new Map<number, Set<number>>();

  constructor(graph: readonly Wanted[]) {
    const mapToNone = -1;
    for (const [at, { owners }] of graph.entries()) {
      this.#owners.set(at, new Set(owners.map((owner) => (owner.wrongUid ? mapToNone : owner.at))));
    }
    this.#collect();
  }
  delete({ at, policy }: Deletion): void {
    this.#owners.delete(at);
    if (policy === 'Orphan') for (const owners of this.#owners.values()) owners.delete(at);
    this.#collect();
  }
  left(): string[] {
    return [...this.#owners].map(([at, owners]) => told(at, [...owners])).sort();
  }
  #collect(): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (const [at, owners] of this.#owners) {
        const live = [...owners].filter((owner) => this.#owners.has(owner));
        if (live.length === owners.size) continue;
        changed = true;
        if (live.length === 0) this.#owners.delete(at);
        else this.#owners.set(at, new Set(live));
      }
    }
  }
}

const told = (at: number, owners: readonly number[]): string => `${at} of ${[...owners].sort().join(',')}`;
const pathOf = (at: number): string => `${at % 2 === 0 ? 'configmaps' : 'secrets'}/a/o${at}`;

async function build(cluster: TestCluster, graph: readonly Wanted[]): Promise<void> {
  const references: OwnerReference[] = [];
  for (const at of graph.keys()) references.push(await cluster.create(pathOf(at)));
  for (const [at, { owners }] of graph.entries()) {
    if (owners.length === 0) continue;
    await cluster.edit(pathOf(at), ({ metadata }) => {
      metadata.ownerReferences = owners.map((owner) => ({
        ...(references[owner.at] as OwnerReference),
        ...(owner.wrongUid && { uid: `mapToNone-${owner.at}` }),
        blockOwnerDeletion: owner.blocks,
      }));
    });
  }
}

async function left(cluster: TestCluster): Promise<string[]> {
  const numberOf = (name: string): number => Number(name.slice(1));
  const paths = [...(await cluster.paths('configmaps')), ...(await cluster.paths('secrets'))];
  const objects = await Promise.all(paths.map((path) => cluster.get(path)));
  return objects
    .map((object) => {
      const { name = '', ownerReferences = [] } = object?.metadata ?? {};
      return told(
        numberOf(name),
        ownerReferences.map((owner) => numberOf(owner.name)),
      );
    })
    .sort();
}

interface Plan {
  readonly graph: readonly Wanted[];
  readonly steps: readonly Deletion[];
  /** The collector runs while the graph is made, or finds it in the store. */
  readonly startsFirst: boolean;
}

async function play(
  { graph, steps, startsFirst }: Plan,
  settleEach: boolean,
): Promise<{ found: string[]; expected: string[] }> {
  await using cluster = await TestCluster.open();
  await cluster.create('namespaces/a');
  let running = startsFirst ? cluster.start(['garbage-collector']) : undefined;
  await build(cluster, graph);
  running ??= cluster.start(['garbage-collector']);
  await running.settle();
  const model = new Model(graph);
  for (const step of steps) {
    await cluster.remove(pathOf(step.at), step.policy);
    model.delete(step);
    if (settleEach) await running.settle();
  }
  await running.settle();
  return { found: await left(cluster), expected: model.left() };
}

function same({ found, expected }: { found: string[]; expected: string[] }): void {
  if (found.join('; ') !== expected.join('; '))
    throw new Error(`left: ${found.join('; ')}\nexpected: ${expected.join('; ')}`);
}

describe('random graphs of owners', () => {
  it('end as the model says when deletions of every policy come one after the other', async () => {
    const steps = deletions('Background', 'Foreground', 'Orphan');
    const plan = fc.record({ graph: graphArbitrary, steps, startsFirst: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(plan, async (one) => same(await play(one, true))),
      { numRuns: 60 },
    );
  });

  it('end as the model says when deletions overlap', async () => {
    // Orphaning is left out: who is first then decides, and either end is right.
    const plan = fc.record({
      graph: graphArbitrary,
      steps: deletions('Background', 'Foreground'),
      startsFirst: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(plan, async (one) => same(await play(one, false))),
      { numRuns: 60 },
    );
  });
});
