import type { OpenApiDocuments } from '#http';
import type { Catalog } from '#machinery';
import type { World } from '#meta';

/** Definitions rarely come alone: documents are prepared when none has come for this long. */
const QUIET_MS = 500;

interface PreparationParts {
  readonly world: World;
  readonly openapi: OpenApiDocuments;
  catalog(): Catalog;
  /** Fires when the server stops. */
  readonly signal: AbortSignal;
}

/** Makes what the OpenAPI index says of definitions before somebody asks for it. Call it when they have changed. */
export function openapiPreparation({ world, openapi, catalog, signal }: PreparationParts): () => void {
  let waiting = false;
  const run = async (): Promise<void> => {
    await world.clock.sleep(QUIET_MS, signal);
    waiting = false;
    if (!signal.aborted) await openapi.prepare(catalog());
  };
  return () => {
    if (waiting) return;
    waiting = true;
    run().catch((error: unknown) => world.log.error('the OpenAPI index could not be made', { error }));
  };
}
