import { apiErrors, type Hub, type Stored } from '#meta';
import type { Outcome } from '#storage';
import type { Access } from './access.ts';
import { converting } from './stage-times.ts';
import { restoredBytes, storedBytes } from './views.ts';

type Put = Extract<Outcome, { readonly do: 'put' }>;

/** How a hub object goes into the store. Without its managed fields when it is too large with them. */
export async function putOf(access: Access, hub: Hub): Promise<Put> {
  const { definition } = access.resource;
  const { maxObjectBytes } = access.registry;
  const bytes = converting(access, () => storedBytes(definition, hub));
  let value = bytes instanceof Promise ? await bytes : bytes;
  if (value.length > maxObjectBytes && hub.metadata.managedFields !== undefined) {
    delete hub.metadata.managedFields;
    value = await storedBytes(definition, hub);
  }
  if (value.length > maxObjectBytes) {
    throw apiErrors.requestEntityTooLarge(`the object has ${value.length} bytes, limit is ${maxObjectBytes}`);
  }
  return { do: 'put', value, ...expiryOf(access) };
}

/** How an object of which only metadata has changed goes back into the store, in the version it was stored in. */
export function putBackOf(access: Access, stored: Stored): Put {
  return { do: 'put', value: restoredBytes(access.resource.definition, stored), ...expiryOf(access) };
}

/** Each write of an object that expires starts its time to live anew. */
function expiryOf({ registry, resource }: Access): { readonly expires?: number } {
  const { eventTtlMs, world } = registry;
  if (!resource.definition.strategy.expires || eventTtlMs === 0) return {};
  return { expires: world.clock.now() + eventTtlMs };
}
