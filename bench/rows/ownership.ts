import { builtinDefinitions, ServiceNetwork } from '#apis';
import { type Applying, apply, type Managers, type MergeType, update } from '#merge';
import type { JsonObject, MaybePromise } from '#meta';
import { median } from '../statistics.ts';
import type { Measured, Row, Work } from './row.ts';

const ROUNDS = 11;
const PER_ROUND = 400;
const VERSION = 'apps/v1';

/** A Deployment of about 2 KiB, of which five managers own parts. */
const managers = ['one', 'two', 'three', 'four', 'five'] as const;

const container = (manager: string, image: string): JsonObject => ({
  name: manager,
  image,
  command: ['serve', '--verbose'],
  env: Array.from({ length: 3 }, (_, at) => ({ name: `SETTING_${at}`, value: `value ${at} of ${manager}` })),
  ports: [{ name: `port-${manager}`, containerPort: 8000 + manager.length, protocol: 'TCP' }],
  resources: { limits: { cpu: '1', memory: '256Mi' }, requests: { cpu: '100m' } },
});

const configOf = (manager: string, image = 'example.com/image:1'): JsonObject => ({
  apiVersion: VERSION,
  kind: 'Deployment',
  metadata: { name: 'measured', namespace: 'default', labels: { [`of-${manager}`]: 'yes' } },
  spec: { template: { spec: { containers: [container(manager, image)] } } },
});

const row = (name: string, title: string, limit: number): Row => ({
  name,
  title,
  unit: 'µs',
  better: 'less',
  aim: { of: 'value', limit },
});

/** The library alone, in this process: what ownership costs a write. */
export const ownership: Work = {
  rows: [
    row('ownership-update', 'ownership of an update, 2 KiB, five managers', 60),
    row('ownership-apply', 'merge and ownership of an apply, 2 KiB, five managers', 120),
  ],
  async run() {
    const type = deploymentType();
    const versions = { typeOf: () => type, convert: (value: JsonObject) => value };
    const writing = (manager: string, owned: Managers): Applying => ({
      manager,
      version: VERSION,
      managers: owned,
      versions,
      force: false,
    });
    const held = await manage(writing);
    const next = changed(held.object);
    return {
      'ownership-update': await microseconds(() => update(held.object, next, writing('writer', held.managers))),
      'ownership-apply': await microseconds(() =>
        apply(held.object, configOf('three', 'example.com/image:2'), writing('three', held.managers)),
      ),
    };
  },
};

function deploymentType(): MergeType {
  const kinds = builtinDefinitions({ serviceNetwork: new ServiceNetwork({ ranges: ['10.96.0.0/12'] }) });
  const type = kinds.find(({ kind }) => kind === 'Deployment')?.versions.get('v1')?.codec.mergeType;
  if (type === undefined) throw new Error('no type of Deployment to merge by');
  return type;
}

type Held = { object: JsonObject; managers: Managers };

async function manage(writing: (manager: string, owned: Managers) => Applying): Promise<Held> {
  let held: Held = {
    object: { apiVersion: VERSION, kind: 'Deployment', metadata: { name: 'measured', namespace: 'default' } },
    managers: new Map(),
  };
  for (const manager of managers) {
    const outcome = await apply(held.object, configOf(manager), writing(manager, held.managers));
    if (outcome.outcome === 'conflict') throw new Error(`${manager} is in conflict`);
    held = { object: outcome.object, managers: outcome.managers };
  }
  return held;
}

function changed(object: JsonObject): JsonObject {
  const copy = structuredClone(object) as JsonObject & { metadata: { labels: JsonObject } };
  copy.metadata.labels.changed = 'yes';
  return copy;
}

async function microseconds(work: () => MaybePromise<unknown>): Promise<Measured> {
  const slices: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    for (let i = 0; i < PER_ROUND; i++) await work();
    // The first round warms up.
    if (round > 0) slices.push(((performance.now() - began) * 1000) / PER_ROUND);
  }
  return { value: median(slices), slices };
}
