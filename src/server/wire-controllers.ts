import { type ControllersOptions, type RunningControllers, startControllers, UnknownController } from '#controllers';
import type { HouseParts } from './house-builder.ts';
import { StartError } from './start-error.ts';

/** The controllers that the options name, from now on. */
export function wireControllers(
  { options, world, credentials }: Pick<HouseParts, 'options' | 'world' | 'credentials'>,
  served: Pick<
    ControllersOptions,
    'registry' | 'catalog' | 'quotaLedger' | 'definitions' | 'conversionPolicies' | 'secretToken'
  >,
): RunningControllers {
  const rootCa = credentials.authority.certificate;
  try {
    return startControllers({ names: options.controllers, ...served, world, rootCa });
  } catch (error) {
    if (error instanceof UnknownController) throw new StartError(`--controllers: ${error.message}`, { cause: error });
    throw error;
  }
}
