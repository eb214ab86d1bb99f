import { setPodTemplateDefaults } from '../core/pod/pod-defaults.ts';
import type { PodTemplateSpec } from '../core/v1/types.gen.ts';

/** The defaults of a kind's pods. What comes to nothing stays absent, so that a template compares equal to itself. */
export function setTemplateDefaults(owner: { template?: PodTemplateSpec }): void {
  owner.template ??= {};
  const { template } = owner;
  template.spec ??= {};
  // Absent containers are null in the object.
  template.spec.containers ??= [];
  setPodTemplateDefaults(template);
  if (!template.spec.serviceAccountName) delete template.spec.serviceAccountName;
  if (!template.spec.serviceAccount) delete template.spec.serviceAccount;
}
