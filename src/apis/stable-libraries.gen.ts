// Made from the types.ts of all stable versions by 'npm run gen'. Change those, not this.
import { admissionV1 } from './admissionregistration/v1/types.ts';
import { apiextensionsV1 } from './apiextensions/v1/types.ts';
import { apiRegistrationV1 } from './apiregistration/v1/types.ts';
import { appsV1 } from './apps/v1/types.ts';
import { authenticationV1 } from './authentication/v1/types.ts';
import { authorizationV1 } from './authorization/v1/types.ts';
import { autoscalingV1 } from './autoscaling/v1/types.ts';
import { autoscalingV2 } from './autoscaling/v2/types.ts';
import { batchV1 } from './batch/v1/types.ts';
import { certificatesV1 } from './certificates/v1/types.ts';
import { coordinationV1 } from './coordination/v1/types.ts';
import { coreV1 } from './core/v1/types.ts';
import { discoveryV1 } from './discovery/v1/types.ts';
import { eventsV1 } from './events/v1/types.ts';
import { flowControlV1 } from './flowcontrol/v1/types.ts';
import { networkingV1 } from './networking/v1/types.ts';
import { nodeV1 } from './node/v1/types.ts';
import { policyV1 } from './policy/v1/types.ts';
import { rbacV1 } from './rbac/v1/types.ts';
import { resourceV1 } from './resource/v1/types.ts';
import { schedulingV1 } from './scheduling/v1/types.ts';
import { storageV1 } from './storage/v1/types.ts';

export const stableLibraries = {
  admissionV1,
  apiextensionsV1,
  apiRegistrationV1,
  appsV1,
  authenticationV1,
  authorizationV1,
  autoscalingV1,
  autoscalingV2,
  batchV1,
  certificatesV1,
  coordinationV1,
  coreV1,
  discoveryV1,
  eventsV1,
  flowControlV1,
  networkingV1,
  nodeV1,
  policyV1,
  rbacV1,
  resourceV1,
  schedulingV1,
  storageV1,
};
