import type { RequestContext } from '#machinery';
import {
  byteLength,
  type FieldError,
  fieldErrors,
  type Json,
  type JsonObject,
  nameIsDnsSubdomain,
  path,
  qualifiedNameFaults,
  sameJson,
  validateBuiltInFinalizers,
  validateObjectMeta,
} from '#meta';
import { coreV1 } from '../core/v1/types.ts';
import { changedFault, validateBy, validateUnchanged } from '../field-validation.ts';
import { goValue } from '../go-value.ts';
import type { CoreEvent } from './event-versions.ts';

const notUnset = (field: string): FieldError => fieldErrors.invalid(path(field), '', 'needs to be unset');

/** The core group asks little of an event, for the sake of old clients; the newer group asks more. */
const isCore = ({ requestVersion }: RequestContext): boolean => requestVersion.group === '';

export function validateEventCreate(event: CoreEvent, context: RequestContext): FieldError[] {
  const faults = validateAlways(event, context);
  return isCore(context) ? faults : [...faults, ...validateStrictly(event)];
}

function validateStrictly(event: CoreEvent): FieldError[] {
  const { metadata } = event;
  const faults = [
    ...validateObjectMeta(metadata, { namespaced: true, validateName: nameIsDnsSubdomain, path: path('metadata') }),
    ...validateBuiltInFinalizers(metadata.finalizers ?? [], path('metadata', 'finalizers')),
    ...validateSeries(event),
  ];
  if (!event.eventTime) faults.push(fieldErrors.required(path('eventTime')));
  if (event.type !== 'Normal' && event.type !== 'Warning') {
    faults.push(fieldErrors.invalid(path('type'), '', `has invalid value: ${event.type ?? ''}`));
  }
  if (event.firstTimestamp) faults.push(notUnset('firstTimestamp'));
  if (event.lastTimestamp) faults.push(notUnset('lastTimestamp'));
  if (event.count) faults.push(notUnset('count'));
  if (event.source?.component || event.source?.host) faults.push(notUnset('source'));
  return faults;
}

/** In this order, `reason` twice: so the messages list them. */
const fixedBeforeTime = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'reason',
  'type',
] as const;

export function validateEventUpdate(event: CoreEvent, _live: CoreEvent, context: RequestContext): FieldError[] {
  return validateAlways(event, context);
}

/** Events of the old group may change as they like. */
export function validateEventChange(event: CoreEvent, live: CoreEvent, context: RequestContext): FieldError[] {
  if (isCore(context)) return [];
  const faults = sameJson(event.series, live.series) ? [] : validateSeries(event);
  for (const field of [...fixedBeforeTime, 'eventTime', 'action', 'related'] as const) {
    if (!sameJson(event[field], live[field])) faults.push(changedFault(path(field), shownIn(field, event)));
  }
  faults.push(
    ...validateUnchanged(path('reportingController'), event.reportingComponent ?? '', live.reportingComponent ?? ''),
    ...validateUnchanged(path('reportingInstance'), event.reportingInstance ?? '', live.reportingInstance ?? ''),
  );
  return faults;
}

const referenceType = coreV1.type('ObjectReference');
const zeroValues: JsonObject = { reason: '', message: '', type: '', action: '', count: 0 };

function shownIn(field: keyof CoreEvent & string, event: CoreEvent): Json {
  if (field === 'source') return goValue(coreV1.type('EventSource'), event.source);
  if (field === 'involvedObject') return goValue(referenceType, event.involvedObject);
  if (field === 'related') return event.related === undefined ? null : goValue(referenceType, event.related);
  return event[field] ?? zeroValues[field] ?? null;
}

function validateSeries({ series }: CoreEvent): FieldError[] {
  if (series === undefined) return [];
  const few = (series.count ?? 0) < 2;
  return [
    ...(few ? [fieldErrors.invalid(path('series.count'), '', 'should be at least 2')] : []),
    ...(series.lastObservedTime ? [] : [fieldErrors.required(path('series.lastObservedTime'))]),
  ];
}

function validateAlways(event: CoreEvent, context: RequestContext): FieldError[] {
  // Only events of the newer sort have a time of their own.
  return event.eventTime ? validateNewer(event, context) : validateNamespace(event, ['', 'default']);
}

/** An event lies with the object it is about; one about an object of the cluster lies in one of a few namespaces. */
function validateNamespace({ metadata, involvedObject }: CoreEvent, homes: readonly string[]): FieldError[] {
  const about = involvedObject?.namespace ?? '';
  const at = metadata.namespace ?? '';
  if (about === '' ? homes.includes(at) : about === at) return [];
  return [fieldErrors.invalid(path('involvedObject', 'namespace'), about, 'does not match event.namespace')];
}

function validateNewer(event: CoreEvent, context: RequestContext): FieldError[] {
  const { involvedObject, reportingComponent = '', message = '' } = event;
  const controller = path(isCore(context) ? 'reportingComponent' : 'reportingController');
  return [
    ...(involvedObject?.namespace ? [] : validateNamespace(event, ['default', 'kube-system'])),
    ...(reportingComponent === '' ? [fieldErrors.required(controller)] : []),
    ...validateBy(controller, reportingComponent, qualifiedNameFaults),
    ...validateText('reportingInstance', event.reportingInstance),
    ...validateText('action', event.action),
    ...validateText('reason', event.reason),
    ...validateLength('message', message, 1024),
  ];
}

function validateText(field: string, text = ''): FieldError[] {
  return text === '' ? [fieldErrors.required(path(field))] : validateLength(field, text, 128);
}

function validateLength(field: string, text: string, maximum: number): FieldError[] {
  if (byteLength(text) <= maximum) return [];
  return [fieldErrors.invalid(path(field), '', `can have at most ${maximum} characters`)];
}
