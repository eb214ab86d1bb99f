import { apiErrors, type Hub, type MaybePromise, type Stored, whenReady } from '#meta';
import type { Outcome } from '#storage';
import type { Access } from './access.ts';
import { converting } from './stage-times.ts';
import { restoredBytes, storedBytes } from './views.ts';

type Put = Extract<Outcome, { readonly do: 'put' }>;

/** How a hub object goes into the store. Without its managed fields when it is too large with them. */
export function putOf(access: Access, hub: Hub): MaybePromise<Put> {
  const { definition } = access.resource;
  const { maxObjectBytes } = access.registry;
  // Nothing that is stored has one.
  delete hub.metadata.selfLink;
  return whenReady(
    converting(access, () => storedBytes(definition, hub)),
    (value) => {
      if (value.length <= maxObjectBytes) return puts(access, value);
      if (hub.metadata.managedFields === undefined) throw tooLarge(value, maxObjectBytes);
      delete hub.metadata.managedFields;
      return whenReady(storedBytes(definition, hub), (smaller) => {
        if (smaller.length > maxObjectBytes) throw tooLarge(smaller, maxObjectBytes);
        return puts(access, smaller);
      });
    },
  );
}

function tooLarge({ length }: Uint8Array, limit: number): Error {
  return apiErrors.requestEntityTooLarge(`the object has ${length} bytes, limit is ${limit}`);
}

/** How an object of which only metadata has changed goes back into the store, in the version it was stored in. */
export function putBackOf(access: Access, stored: Stored): Put {
  return puts(access, restoredBytes(access.resource.definition, stored));
}

/** Each write of an object that expires starts its time to live anew. */
function puts({ registry, resource }: Access, value: Uint8Array): Put {
  const { eventTtlMs, world } = registry;
  if (!resource.definition.strategy.expires || eventTtlMs === 0) return { do: 'put', value };
  return { do: 'put', value, expires: world.clock.now() + eventTtlMs };
}
