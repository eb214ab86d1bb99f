import { cborDocument, cborMapBegin, encodeJson, parseJson } from '#machinery';
import { apiVersionOf, type JsonObject, type KubeObject, type MaybePromise, type Status, whenReady } from '#meta';
import { encodeObject, jsonInVersion, objectInVersion, viewName, type WatchItem } from '#registry';
import { objectFor, partialObject } from './metadata.ts';
import { protobufEvent, protobufStatusEvent } from './protobuf.ts';
import type { RowText } from './row-text.ts';
import { rowOfObject, storedRows, tableHead, tableOfRow } from './table.ts';
import { isPlainJson, type View } from './view.ts';

/** Under which names shared encodings are kept on the entries. */
type EventNames = { readonly [type in WatchItem['type']]: string };

/** One for all watches of a kind. They are few; definitions come and go, so now and then all are forgotten. */
const allNames = new Map<string, EventNames>();
const MOST_NAMES = 4096;

function eventNames(name: string): EventNames {
  const known = allNames.get(name);
  if (known !== undefined) return known;
  if (allNames.size >= MOST_NAMES) allNames.clear();
  const names = { ADDED: `${name}:ADDED`, MODIFIED: `${name}:MODIFIED`, DELETED: `${name}:DELETED` };
  allNames.set(name, names);
  return names;
}

/** Encodes the events of one watch. Plain JSON events are made once and shared by all watchers of the same version. */
export class EventEncoder {
  readonly #view: View;
  readonly #isPlain: boolean;
  /** Whole objects, in protobuf or CBOR. */
  readonly #isDense: boolean;
  readonly #rowOf: ReturnType<typeof storedRows>;
  #columns = true;
  readonly #names: EventNames;

  constructor(view: View) {
    const { as, media } = view.representation;
    this.#view = view;
    this.#isPlain = isPlainJson(view);
    this.#isDense = as === 'object' && (media === 'protobuf' || media === 'cbor');
    this.#rowOf = storedRows(view);
    this.#names = eventNames(`event:${media}:${viewName(view.served)}`);
  }

  /** The same for all who make the same bytes of an event; undefined where everybody makes their own. */
  get likeness(): object | undefined {
    return this.#isPlain || this.#isDense ? this.#names : undefined;
  }

  /** An event that many watchers see is encoded once and cached; one that only this watcher sees is not cached. */
  change({ type, entry }: WatchItem, { isShared }: { readonly isShared: boolean }): MaybePromise<Uint8Array> {
    const view = this.#view;
    const { served, representation } = view;
    if (this.#isPlain) {
      const make = (): MaybePromise<Uint8Array> =>
        whenReady(jsonInVersion(served, entry), (json) => eventLine(type, json));
      return isShared ? entry.cached(this.#names[type], make) : make();
    }
    if (this.#isDense) {
      return entry.cached(this.#names[type], () =>
        whenReady(objectInVersion(served, entry), (object) => this.#event(type, object)),
      );
    }
    if (representation.as === 'Table') {
      const revision = String(entry.revision);
      return whenReady(this.#rowOf(entry), (row) => this.#rowEvent(type, row, revision));
    }
    return whenReady(objectFor(view, entry), (object) => this.#event(type, object));
  }

  /** Everything up to `revision` has been sent; `initialEnd` says that what was there at the start is complete. */
  bookmark(revision: number, { initialEnd }: { readonly initialEnd: boolean }): Uint8Array {
    const annotations = initialEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {};
    const { served } = this.#view;
    return this.#event('BOOKMARK', {
      kind: served.definition.kind,
      apiVersion: apiVersionOf(served),
      metadata: { resourceVersion: String(revision), ...annotations },
    });
  }

  error(status: Status): Uint8Array {
    if (this.#view.representation.media === 'protobuf') return protobufStatusEvent(status);
    return this.#line('ERROR', Buffer.from(encodeJson(status as unknown as JsonObject)));
  }

  #event(type: string, object: KubeObject): Uint8Array {
    const { served, representation } = this.#view;
    if (representation.media === 'protobuf') return protobufEvent(this.#view, type, object);
    if (representation.as === 'object') return this.#line(type, encodeObject(served, object));
    if (representation.as === 'Table') {
      return this.#rowEvent(type, rowOfObject(this.#view, object), object.metadata.resourceVersion);
    }
    return this.#line(type, Buffer.from(encodeJson(partialObject(object, representation))));
  }

  #line(type: string, json: Uint8Array): Uint8Array {
    return this.#view.representation.media === 'cbor' ? cborEvent(type, json) : eventLine(type, json);
  }

  #rowEvent(type: string, row: RowText, resourceVersion = ''): Uint8Array {
    const { served, representation, now } = this.#view;
    const columns = this.#columns;
    this.#columns = false;
    const head = tableHead(served, { resourceVersion }, { representation, columns });
    return eventLine(type, Buffer.from(tableOfRow(head, row, now())));
  }
}

/** The object is marked as CBOR by itself too, as the real server does it. */
function cborEvent(type: string, json: Uint8Array): Uint8Array {
  const object = cborDocument(parseJson(json, { duplicates: false }).value);
  return Buffer.concat([cborMapBegin({ type }, 'object'), object]);
}

const eventEnd = Buffer.from('}\n');

function eventLine(type: string, object: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), object, eventEnd]);
}
