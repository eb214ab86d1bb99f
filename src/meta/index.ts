// Door of the room 'meta'.
export { ApiError, apiErrors, type Failure, type Status, type StatusCause, type StatusDetails } from './api-error.ts';
export {
  type FieldError,
  type FieldErrorType,
  FieldPath,
  fieldErrors,
  formatFieldError,
  path,
  showValue,
} from './field-error.ts';
export { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from './json.ts';
export {
  apiVersionOf,
  formatGroupKind,
  formatGroupResource,
  type GroupKind,
  type GroupResource,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  parseApiVersion,
} from './names.ts';
export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference } from './object-meta.ts';
export type { Clock, Ids, Log, World } from './world.ts';
