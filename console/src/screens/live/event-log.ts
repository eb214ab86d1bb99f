import type { ResourceRef } from '../../api/resource-path.ts';
import type { KubeObject } from '../../api/types.ts';
import { managedFieldsOf } from '../../api/types.ts';

/** Something that has happened to an object while the page was open. */
export interface LiveEvent {
  readonly id: number;
  readonly at: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resource: ResourceRef & { readonly namespaced: boolean };
  readonly object: KubeObject;
  /** Who has written last, as far as managed fields tell. */
  readonly manager: string;
}

/** More are not kept: the oldest go first. */
const MOST = 2000;

export class EventLog {
  #events: readonly LiveEvent[] = [];
  #next = 1;

  /** The newest first. */
  get events(): readonly LiveEvent[] {
    return this.#events;
  }
  add(event: Omit<LiveEvent, 'id' | 'manager'>): void {
    const added = { ...event, id: this.#next, manager: lastManager(event.object) };
    this.#next += 1;
    this.#events = [added, ...this.#events.slice(0, MOST - 1)];
  }
  clear(): void {
    this.#events = [];
  }
}

function lastManager(object: KubeObject): string {
  const entries = [...managedFieldsOf(object)].sort((a, b) => ((a.time ?? '') < (b.time ?? '') ? 1 : -1));
  return entries[0]?.manager ?? '';
}

/** Those that have the words in their resource, name, namespace, manager or kind of change. */
export function matchingEvents(events: readonly LiveEvent[], text: string): readonly LiveEvent[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return events;
  return events.filter(({ type, resource, object, manager }) => {
    const { name = '', namespace = '' } = object.metadata;
    const said = [wordOf(type), resource.resource, resource.group, name, namespace, manager].join(' ').toLowerCase();
    return words.every((word) => said.includes(word));
  });
}

export const wordOf = (type: LiveEvent['type']): string =>
  ({ ADDED: 'created', MODIFIED: 'changed', DELETED: 'deleted' })[type];
