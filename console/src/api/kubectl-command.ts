import { quoted } from './curl-command.ts';
import { kubectlResource, type ObjectRef, type ResourceRef } from './resource-path.ts';

export interface ListOptions {
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** The list of a resource; in all namespaces where none is named and there are any. */
export function kubectlList(ref: ResourceRef & { readonly namespaced: boolean }, options: ListOptions): string {
  const { namespace, labelSelector, fieldSelector } = options;
  const words = ['kubectl', 'get', kubectlResource(ref, true)];
  if (ref.namespaced) words.push(...(namespace ? ['-n', quoted(namespace)] : ['-A']));
  if (labelSelector) words.push('-l', quoted(labelSelector));
  if (fieldSelector) words.push('--field-selector', quoted(fieldSelector));
  return words.join(' ');
}

/** Something that is done to one object: `kubectl get deployments.v1.apps web -n default`. */
export function kubectlObject(verb: string, ref: ObjectRef, ...flags: readonly string[]): string {
  const words = ['kubectl', verb, kubectlResource(ref, true), quoted(ref.name)];
  if (ref.namespace !== undefined) words.push('-n', quoted(ref.namespace));
  return [...words, ...flags].join(' ');
}
