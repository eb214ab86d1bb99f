// Loaded with the first trial: most servers never see one.
import { type ConvertObjects, conversionLosses, readDefinition, type TripLoss } from '#compat';
import { ConversionError, type CustomResourceDefinition } from '#crd';
import type { Catalog } from '#machinery';
import { ApiError, cloneJson, type JsonObject, parseApiVersion, type Versioned } from '#meta';

interface TrialParts {
  readonly definition: CustomResourceDefinition;
  readonly catalog: Catalog;
  readonly samples: readonly JsonObject[];
}

/** Sends made objects and samples through the conversion that is in force. */
export function lossesInForce({ definition, catalog, samples }: TrialParts): Promise<readonly TripLoss[]> {
  const source = readDefinition(definition as unknown as JsonObject, { origin: '', line: 1 });
  const { group, plural } = source;
  const convert: ConvertObjects = async (objects, apiVersion) => {
    const served = catalog.find(group, parseApiVersion(apiVersion)?.version ?? '', plural);
    const from = served?.definition.versions.get(parseApiVersion(String(objects[0]?.apiVersion))?.version ?? '');
    if (from === undefined) return undefined;
    const copies = cloneJson(objects as never) as unknown as Versioned[];
    const all = from.toHubAll?.(copies) ?? Promise.all(copies.map((object) => from.toHub(object)));
    return all.then((made) => made as unknown as readonly JsonObject[], refusedOnly);
  };
  return conversionLosses(source, convert, samples);
}

/** An object that is refused is no loss; a webhook that does not answer tells nothing. */
function refusedOnly(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
  if (error instanceof ConversionError && error.type !== 'refused') throw error;
  return undefined;
}
