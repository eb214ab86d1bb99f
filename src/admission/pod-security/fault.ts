import type { ObjectMeta } from '#meta';
import type { Container, PodSpec } from '../objects.ts';

/** What a standard is held against: a pod, or the template of one. */
export interface CheckedPod {
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
}

/** Why a pod does not meet a standard: in a word, and in detail. */
export interface Fault {
  readonly reason: string;
  readonly detail: string;
}

export type Check = (subject: CheckedPod) => Fault | undefined;

export function containersOf({ initContainers, containers, ephemeralContainers }: PodSpec): readonly Container[] {
  return [...(initContainers ?? []), ...(containers ?? []), ...(ephemeralContainers ?? [])];
}

/** The names of the containers that something is true of. */
export function namesWhere({ spec }: CheckedPod, is: (container: Container) => boolean): string[] {
  return containersOf(spec)
    .filter(is)
    .map(({ name = '' }) => name);
}

/** `container "a"`, `containers "a", "b"` */
export function named(noun: string, names: readonly string[]): string {
  return `${plural(noun, names.length)} ${quoted(names)}`;
}

export function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`;
}

/** `uses` for one, `use` for more. */
export function uses(count: number): string {
  return count === 1 ? 'uses' : 'use';
}

export function quoted(items: readonly string[]): string {
  return items.map((item) => `"${item}"`).join(', ');
}

/** Each once, in order. */
export function distinct(items: Iterable<string>): string[] {
  return [...new Set(items)].sort();
}

/** Who sets something, as the beginning of a sentence: the pod, some containers, or both. */
export function setters(pod: boolean, containers: readonly string[]): readonly string[] {
  return [...(pod ? ['pod'] : []), ...(containers.length > 0 ? [named('container', containers)] : [])];
}
