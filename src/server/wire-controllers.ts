import { type ControllersOptions, type RunningControllers, startControllers, UnknownController } from '#controllers';
import { simulationReconcilers } from '#simulation';
import type { HouseParts } from './house-builder.ts';
import { StartError } from './start-error.ts';

/** The controllers that the options name, from now on. */
export function wireControllers(
  { options, world, credentials }: Pick<HouseParts, 'options' | 'world' | 'credentials'>,
  served: Pick<
    ControllersOptions,
    'registry' | 'catalog' | 'quotaLedger' | 'definitions' | 'conversionPolicies' | 'secretToken' | 'aggregatedServers'
  >,
): RunningControllers {
  const rootCa = credentials.authority.certificate;
  try {
    return startControllers({ ...namesAndMore(options), ...served, world, rootCa });
  } catch (error) {
    if (error instanceof UnknownController) throw new StartError(`--controllers: ${error.message}`, { cause: error });
    throw error;
  }
}

function namesAndMore(options: HouseParts['options']): Pick<ControllersOptions, 'names' | 'more' | 'tellsEvents'> {
  const { controllers: names, simulateNodes: nodes, simulateDelay: delayMs, simulateStorage: storage } = options;
  if (nodes === 0) return { names };
  return { names, tellsEvents: true, more: simulationReconcilers({ nodes, delayMs, storage }) };
}
