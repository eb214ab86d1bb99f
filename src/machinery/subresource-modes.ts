import type { ResourceDefinition } from './resource-definition.ts';
import type { Strategy } from './strategy.ts';
import type { SubresourceStrategy, SubresourceView } from './subresource.ts';

type Parts = Pick<ResourceDefinition, 'subresources'>;

/** The other kind that a part shows over the object; undefined where it shows none. */
export function viewIn({ subresources }: Parts, name: string): SubresourceView | undefined {
  const part = subresources.get(name);
  return part?.mode === 'view' ? part.view : undefined;
}

/** The rules by which a write through a part ('': of the whole) is prepared and validated. */
export function strategyIn(
  { strategy, subresources }: Parts & { readonly strategy: Strategy },
  name: string,
): SubresourceStrategy {
  const part = subresources.get(name);
  return (part?.mode === 'object' ? part.strategy : undefined) ?? strategy;
}
