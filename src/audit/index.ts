// Door of the room 'audit': what is written down of requests. Policies and their rules, events, and the file they go to.

export { AuditLog, type Observed as AuditObservation } from './audit-log.ts';
export { BufferedSink } from './buffered-sink.ts';
export { LogFile } from './log-file.ts';
export { PolicyRuleEvaluator } from './policy.ts';
export { AuditPolicyError, readAuditPolicy } from './policy-file.ts';
export type { AuditSink } from './sink.ts';
export { LossReport } from './sink.ts';
export { sourceIPs } from './source-ips.ts';
