import { qualifiedNameFaults } from '#meta';
import type { AdmissionAttributes, AuditLevel } from './plugin.ts';

/** Notes something for the audit log. A key that is no `domain/name` is dropped. k8s: apiserver/pkg/admission/attributes.go */
export function annotate(
  { annotate: note }: Pick<AdmissionAttributes, 'annotate'>,
  key: string,
  { value, from }: { readonly value: string; readonly from?: AuditLevel },
): void {
  if (note === undefined || !key.includes('/') || qualifiedNameFaults(key).length > 0) return;
  note(key, value, from);
}
