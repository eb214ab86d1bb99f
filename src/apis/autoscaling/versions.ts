import { describeKind } from '#machinery';
import { setDefaults } from './defaults.ts';
import { fromHub, setOldDefaults, toHub, withoutReserved } from './v1/conversion.ts';
import { autoscalingV1 } from './v1/types.ts';
import { autoscalingV2 } from './v2/types.ts';

const hub = autoscalingV2.type('HorizontalPodAutoscaler');

/** Two versions, one store; the hub is v2. */
export const autoscalers = describeKind({ group: 'autoscaling', kind: 'HorizontalPodAutoscaler', hub })
  .version('v2', { type: hub, default: setDefaults, toHub: withoutReserved })
  .version('v1', { type: autoscalingV1.type('HorizontalPodAutoscaler'), default: setOldDefaults, toHub, fromHub })
  .storedAs('v2');
