import {
  type ControllerName,
  type ControllersOptions,
  chooseControllers,
  type RunningControllers,
  startControllers,
  UnknownController,
} from '#controllers';
import { simulationReconcilers } from '#simulation';
import type { HouseParts } from './house-builder.ts';
import { StartError } from './start-error.ts';

/** The controllers that the options name. They start late; a name that none of them has is told before anything is done. */
export function chosenControllers({ controllers }: HouseParts['options']): readonly ControllerName[] {
  try {
    return chooseControllers(controllers);
  } catch (error) {
    if (error instanceof UnknownController) throw new StartError(`--controllers: ${error.message}`, { cause: error });
    throw error;
  }
}

/** These controllers, from now on. */
export function wireControllers(
  { options, world, credentials }: Pick<HouseParts, 'options' | 'world' | 'credentials'>,
  controllers: Pick<
    ControllersOptions,
    | 'names'
    | 'registry'
    | 'catalog'
    | 'quotaLedger'
    | 'definitions'
    | 'conversionPolicies'
    | 'secretToken'
    | 'aggregatedServers'
  >,
): RunningControllers {
  const rootCa = credentials.authority.certificate;
  return startControllers({ ...controllers, ...simulated(options), world, rootCa });
}

function simulated(options: HouseParts['options']): Pick<ControllersOptions, 'more' | 'tellsEvents'> {
  const { simulateNodes: nodes, simulateDelay: delayMs, simulateStorage: storage } = options;
  if (nodes === 0) return {};
  return { tellsEvents: true, more: simulationReconcilers({ nodes, delayMs, storage }) };
}
