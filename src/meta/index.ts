// Door of the room 'meta'.
export {
  isGlobalAddress,
  isGlobalUnicast,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
  leadingBits,
} from './address-classes.ts';
export {
  ApiError,
  apiErrors,
  isRequestTimeout,
  type Status,
  type StatusCause,
  type StatusDetails,
} from './api-error.ts';
export { briefBytes } from './brief-bytes.ts';
export { DecodeError } from './decode-error.ts';
export { validateDomainPath } from './domain-path.ts';
export {
  type ClusterPolicy,
  type FieldError,
  type FieldErrorType,
  FieldPath,
  fieldErrors,
  formatFieldError,
  formatFieldErrors,
  OptionalText,
  omitValue,
  path,
  ShownOnce,
} from './field-error.ts';
export {
  FieldSelector,
  fieldLabelNotSupported,
  parseFieldSelector,
  unknownFieldSelector,
} from './field-selector.ts';
export {
  byteLength,
  goCodePoint,
  goFloat,
  goJson,
  goNumber,
  goNumError,
  goQuote,
  goText,
  isPrintable,
  jsonTypeName,
  parseInt64,
} from './go-text.ts';
export { GoUrl, parseRequestUri, parseUrl } from './go-url.ts';
export { type Http2ErrorName, http2ErrorName, http2ErrorNumber } from './http2-errors.ts';
export {
  type Address,
  type AddressRange,
  formatAddress,
  formatRange,
  parseAddress,
  parseRange,
} from './ip-address.ts';
export {
  cidrFaults,
  cidrWarnings,
  interfaceAddressFaults,
  ipFaults,
  ipWarnings,
  legacyCidrFaults,
  legacyIpFaults,
} from './ip-validation.ts';
export { cloneJson, getOwn, type Int64, isJsonObject, type Json, type JsonObject, setOwn } from './json.ts';
export {
  type Equality,
  numericEqual,
  sameJson,
  semanticEqual,
  storedEqual,
  strictlyEqual,
} from './json-equality.ts';
export type { LabelRequirement, Labels } from './label-requirement.ts';
export { LabelSelector, type LabelSelectorSpec, labelSelectorFrom, parseLabelSelector } from './label-selector.ts';
export { LinkedAbort } from './linked-abort.ts';
export { LinkedList, type ListPlace } from './linked-list.ts';
export { type MaybePromise, orElse, whenReady } from './maybe-promise.ts';
export {
  cIdentifierFaults,
  configMapKeyFaults,
  dns1035LabelFaults,
  dns1123LabelFaults,
  dns1123SubdomainCaselessFaults,
  dns1123SubdomainFaults,
  dns1123SubdomainWithUnderscoreFaults,
  httpHeaderNameFaults,
  labelValueFaults,
  type NameRule,
  nameIsDns1035Label,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
  nameIsLongName,
  pathSegmentName,
  patternFault,
  percentFaults,
  portNameFaults,
  portNumberFaults,
  qualifiedNameFaults,
  rangeFault,
  relaxedEnvironmentVariableFaults,
  userIdFaults,
  wildcardSubdomainFaults,
} from './name-validation.ts';
export {
  apiVersionOf,
  formatGroupResource,
  type GroupKind,
  type GroupResource,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  parseApiVersion,
} from './names.ts';
export { nearest } from './nearest.ts';
export { nextTurn } from './next-turn.ts';
export { type Hub, ownHub, type Stored, type Versioned } from './object-forms.ts';
export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference } from './object-meta.ts';
export {
  finalizerWarnings,
  standardFinalizers,
  validateAnnotations,
  validateBuiltInFinalizers,
  validateLabels,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from './object-meta-validation.ts';
export {
  type CreateOptions,
  type DeleteOptions,
  type ListOptions,
  type PatchOptions,
  withListDefaults,
} from './options.ts';
export {
  validateCreateOptions,
  validateDeleteOptions,
  validateListOptions,
  validatePatchOptions,
  validateUpdateOptions,
} from './options-validation.ts';
export {
  duplicateOwnersWarning,
  uniqueOwners,
} from './owner-reference-validation.ts';
export { compilePattern, matchesPattern, Pattern, patternSyntaxError } from './patterns.ts';
export { fromBytes } from './percent-encoding.ts';
export { ProtobufReader, wireTypes } from './protobuf/reader.ts';
export { ProtobufWriter } from './protobuf/writer.ts';
export { canonicalQuantity, parseQuantity, Quantity, QuantityError } from './quantity.ts';
export { parseQuery, parseQueryOptions, type Query } from './query-options.ts';
export { parseResourceVersion, ResourceVersionError } from './resource-version.ts';
export { ReusedBuffers } from './reused-buffers.ts';
export { SelectorError } from './selector-error.ts';
export { parseServiceAccountUser, serviceAccountGroups, serviceAccountUser } from './service-account-user.ts';
export type { NamedShape, Shape, ShapeAlternatives, ShapeKeywords, ValidationRule } from './shape.ts';
export { doSteps, doStepsInTurns, type Steps } from './steps.ts';
export {
  isMapped,
  parseStrictAddress,
  parseStrictPrefix,
  type StrictAddress,
  type StrictPrefix,
  widthOf,
} from './strict-address.ts';
export { isKnownFormat, stringFormat } from './string-formats.ts';
export {
  canonicalMicroTime,
  canonicalTime,
  formatMicroTime,
  formatTime,
  humanDuration,
  humanDurationEnd,
  instantOf,
  isZeroTime,
  millisecondsOf,
  parseTime,
  parseZonedTime,
  TimeError,
} from './time.ts';
export { compareUtf8 } from './utf8-order.ts';
export { compareVersions } from './version-priority.ts';
export type { Clock, Ids, Log, World } from './world.ts';
