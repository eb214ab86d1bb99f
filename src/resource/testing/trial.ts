import {
  cellAt,
  parseJson,
  type RequestContext,
  type ResourceDefinition,
  strategyIn,
  type VersionDefinition,
} from '#machinery';
import { formatFieldError, type Json, type JsonObject, type KubeObject } from '#meta';

/** What became of a write: the object as a client sees it, or what was wrong with it. */
interface Trial {
  readonly object: JsonObject;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

interface TrialOptions {
  readonly live?: KubeObject;
  readonly subresource?: string;
}

/** Puts objects through a kind's own rules, in the order of the write path, without a server or a store. */
export function tryOut(definition: ResourceDefinition) {
  const version = [...definition.versions.values()][0] as VersionDefinition;
  const context = contextOf(definition, version);

  /** From what a client sends to the hub. */
  const read = (body: object): KubeObject => {
    const { object } = version.codec.decode(parseJson(Buffer.from(JSON.stringify(body)), { duplicates: false }));
    version.default(object);
    if (definition.namespaced) object.metadata.namespace ??= context.namespace;
    return version.toHub(object) as KubeObject;
  };
  const show = (hub: KubeObject): JsonObject =>
    JSON.parse(version.codec.encode(version.fromHub(hub) as KubeObject).text) as JsonObject;

  async function write(body: object, { live, subresource }: TrialOptions = {}): Promise<Trial> {
    const hub = read(body);
    const rules = strategyIn(definition, subresource ?? '');
    const isWhole = rules === definition.strategy;
    const reservation = isWhole ? await definition.strategy.reserve?.(hub, live, context) : undefined;
    const faults = live === undefined ? create(hub) : update(hub, live, rules);
    if (faults.length === 0) reservation?.commit();
    else reservation?.release();
    const warnings = rules.warnings?.(hub, live) ?? [];
    return { object: show(hub), faults: faults.map(formatFieldError), warnings };
  }
  function create(hub: KubeObject) {
    const { strategy } = definition;
    strategy.prepareForCreate(hub, context);
    return strategy.validateCreate(hub, context);
  }
  type UpdateRules = Pick<typeof definition.strategy, 'prepareForUpdate' | 'validateUpdate'>;
  function update(hub: KubeObject, live: KubeObject, rules: UpdateRules) {
    if (live.metadata.generation !== undefined) hub.metadata.generation = live.metadata.generation;
    // What is in the store has these, and no write takes them away.
    for (const { metadata } of [hub, live]) {
      metadata.resourceVersion ??= '1';
      metadata.uid ??= 'uid';
    }
    rules.prepareForUpdate(hub, live, context);
    return rules.validateUpdate(hub, live, context);
  }
  const cells = (body: object, now = '2024-01-01T00:10:00Z'): Json[] => {
    const hub = read(body);
    return version.columns.map((column) => cellAt(column.cell(hub), Date.parse(now)));
  };
  const field = (name: string, body: object): string | undefined =>
    version.selectableFields.get(name)?.(version.fromHub(read(body)) as KubeObject);
  return { read, show, write, cells, field, context };
}

function contextOf({ group }: ResourceDefinition, { version }: VersionDefinition): RequestContext {
  return {
    namespace: 'home',
    user: { name: 'tester', uid: '', groups: [], extra: {} },
    now: '2024-01-01T00:00:00Z',
    dryRun: false,
    requestVersion: { group, version },
    warn: () => {},
  };
}
