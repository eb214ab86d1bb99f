import { type AuditEvent, eventLine } from './event.ts';

const ANNOTATION = 'audit.k8s.io/truncated';

/** Without the objects if it would be too long with them. k8s: apiserver/plugin/pkg/audit/truncate */
export function truncated(event: AuditEvent, maxBytes: number): string {
  const whole = eventLine(event);
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  const annotations = new Map([...event.annotations, [ANNOTATION, 'true']]);
  return eventLine({ ...event, requestObject: undefined, responseObject: undefined, annotations });
}
