import type { QuotaLedger } from '#admission';
import { type DefinitionDuties, type RunningControllers, startControllers, UnknownController } from '#controllers';
import type { Catalog } from '#machinery';
import type { Registry } from '#registry';
import type { HouseParts } from './house-builder.ts';
import { StartError } from './start-error.ts';

/** The controllers that the options name, from now on. */
export function wireControllers(
  { options, world, credentials }: Pick<HouseParts, 'options' | 'world' | 'credentials'>,
  served: {
    readonly registry: Registry;
    readonly catalog: () => Catalog;
    readonly quotaLedger: QuotaLedger;
    readonly definitions: DefinitionDuties;
  },
): RunningControllers {
  const rootCa = credentials.authority.certificate;
  try {
    return startControllers({ names: options.controllers, ...served, world, rootCa });
  } catch (error) {
    if (error instanceof UnknownController) throw new StartError(`--controllers: ${error.message}`, { cause: error });
    throw error;
  }
}
