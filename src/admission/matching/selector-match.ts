import { apiErrors, type LabelSelector, type LabelSelectorSpec, labelSelectorFrom, type ObjectMeta } from '#meta';
import type { Lookup } from '../lookup.ts';
import { resources } from '../objects.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { namespaceOf } from './rule-match.ts';

/** Which namespaces and objects webhooks and policies are for. */
interface Selectors {
  readonly namespaces: LabelSelector;
  readonly objects: LabelSelector;
}

export interface SelectorSource {
  readonly namespaceSelector?: LabelSelectorSpec;
  readonly objectSelector?: LabelSelectorSpec;
}

const known = new WeakMap<SelectorSource, Selectors>();

/** Read once for each object that has them. Throws a `SelectorError`. */
export function selectorsOf(source: SelectorSource): Selectors {
  let selectors = known.get(source);
  if (selectors === undefined) {
    const { namespaceSelector, objectSelector } = source;
    selectors = { namespaces: labelSelectorFrom(namespaceSelector), objects: labelSelectorFrom(objectSelector) };
    known.set(source, selectors);
  }
  return selectors;
}

/** What is cluster-wide, and no namespace, is selected by every namespace selector. */
export async function namespaceMatches(
  selector: LabelSelector,
  request: AdmissionAttributes,
  lookup: Lookup,
): Promise<boolean> {
  const { resource, subresource, operation, metadata } = request;
  const name = namespaceOf(request);
  const isNamespace = resource.resource === 'namespaces';
  if (selector.empty || (name === '' && !isNamespace)) return true;
  // The labels that it shall have count, not those it has.
  if (isNamespace && subresource === '' && (operation === 'CREATE' || operation === 'UPDATE')) {
    return selector.matches(metadata?.labels);
  }
  const namespace = await lookup.get(resources.namespaces, name);
  if (namespace === null) throw apiErrors.notFound(resources.namespaces, name);
  return selector.matches(namespace.metadata.labels);
}

/** It is enough that the object has the labels, or had them. */
export function objectMatches(selector: LabelSelector, request: AdmissionAttributes): boolean {
  if (selector.empty) return true;
  // The options of a connection have no metadata.
  if (request.operation === 'CONNECT') return false;
  const { served, subresource } = request;
  // Nor has a view of the object its labels.
  if (served.definition.subresources.get(subresource)?.mode === 'view') return selector.matches({});
  const selects = (metadata: ObjectMeta | null): boolean => metadata !== null && selector.matches(metadata.labels);
  return selects(request.metadata) || selects(request.oldMetadata);
}
