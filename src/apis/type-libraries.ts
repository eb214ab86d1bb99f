import type { TypeLibrary } from '#schema';
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

const libraries = {
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

const folderOf = ({ source }: Pick<TypeLibrary, 'source'>): string => source.package.split('.').slice(-2).join('/');

/** The described types of the stable versions, by folder: `core/v1`. Nothing of them is read before it is asked for. */
export const typeLibraries: ReadonlyMap<string, TypeLibrary> = new Map(
  Object.values(libraries).map((library) => [folderOf(library), library as unknown as TypeLibrary]),
);

/** What each is called in the module of its folder: `coreV1`. */
export const libraryNames: ReadonlyMap<string, string> = new Map(
  Object.entries(libraries).map(([name, library]) => [folderOf(library), name]),
);
