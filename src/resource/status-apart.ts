import type { KubeObject } from '#meta';
import type { StructType } from '#schema';
import type { BuiltinStrategy, BuiltinSubresource, ResourceRules } from './builtin-kind.ts';
import { dropStatus, keepStatus } from './spec-and-status.ts';

/**
 * The rules of a kind with a `status` subresource: a write of the object leaves the status alone, and a write of the
 * status leaves all but status and metadata alone. Without that subresource the status is a field like any other.
 */
export function withStatusApart<T extends KubeObject>(rules: ResourceRules<T>, type: StructType): ResourceRules<T> {
  const { strategy = {}, subresources = [] } = rules;
  if (!subresources.some(({ name }) => name === 'status')) return rules;
  const others = type.fields.map(({ name }) => name).filter((name) => name !== 'metadata' && name !== 'status');
  return {
    ...rules,
    strategy: ofTheObject(strategy),
    subresources: subresources.map((part) => (part.name === 'status' ? ofTheStatus(part, strategy, others) : part)),
  };
}

function ofTheObject<T extends KubeObject>(strategy: BuiltinStrategy<T>): BuiltinStrategy<T> {
  return {
    ...strategy,
    prepareForCreate(object, context) {
      dropStatus(object);
      strategy.prepareForCreate?.(object, context);
    },
    prepareForUpdate(object, live, context) {
      keepStatus(object, live);
      strategy.prepareForUpdate?.(object, live, context);
    },
  };
}

function ofTheStatus<T extends KubeObject>(
  part: BuiltinSubresource<T>,
  whole: BuiltinStrategy<T>,
  others: readonly string[],
): BuiltinSubresource<T> {
  const { strategy = { prepareForUpdate: () => undefined, validateUpdate: whole.validateUpdate ?? (() => []) } } = part;
  return {
    resets: others.map((name) => [name]),
    ...part,
    strategy: {
      ...strategy,
      prepareForUpdate(object, live, context) {
        keepFields(object, live, others);
        strategy.prepareForUpdate(object, live, context);
      },
    },
  };
}

function keepFields(object: KubeObject, live: KubeObject, names: readonly string[]): void {
  for (const name of names) {
    if (live[name] === undefined) delete object[name];
    else object[name] = structuredClone(live[name]);
  }
}
