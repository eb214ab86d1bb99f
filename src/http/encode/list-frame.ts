import {
  cborArrayHead,
  cborCloseArray,
  cborMapBegin,
  cborOpenArray,
  encodeCbor,
  encodeJson,
  hasOwnColumns,
  itemsNameKind,
  type ServedResource,
  toYaml,
} from '#machinery';
import { apiVersionOf, type JsonObject } from '#meta';
import type { LongList } from '#registry';
import { listMeta } from './metadata.ts';
import type { ShownList } from './shown-list.ts';
import { tableHead } from './table.ts';
import type { View } from './view.ts';

/** What stands around the items of a list. */
interface ListFrame {
  readonly head: string;
  readonly tail: string;
  /** What stands for no items at all. */
  readonly empty: string;
}

interface FrameParts {
  readonly before: JsonObject;
  readonly items: 'items' | 'rows';
  readonly after: JsonObject;
  readonly empty: '[]' | 'null';
}

export function jsonFrame(view: View, list: LongList): ListFrame {
  const { before, items, after, empty } = parts(view, list);
  const tail = Object.keys(after).length === 0 ? '}' : `,${encodeJson(after).slice(1)}`;
  return { head: `${encodeJson(before).slice(0, -1)},"${items}":`, tail: `${tail}\n`, empty };
}

/** The keys of YAML are sorted. */
export function yamlFrame(view: View, list: LongList): ListFrame {
  const { before, items, after, empty } = parts(view, list);
  const fields = Object.entries({ ...before, ...after });
  const part = (isIn: (key: string) => boolean): string => {
    const chosen = Object.fromEntries(fields.filter(([key]) => isIn(key)));
    return Object.keys(chosen).length === 0 ? '' : toYaml(chosen);
  };
  return {
    head: `${part((key) => key < items)}${items}:`,
    tail: part((key) => key > items),
    empty: ` ${empty}\n`,
  };
}

/** What stands before the items and behind them. */
interface CborFrame {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** The order of keys means nothing: the items come last. Those of a list that is read page by page are not counted before. */
export function cborFrame(view: View, list: ShownList): CborFrame {
  const { before, items, after, empty } = parts(view, list);
  const { length } = list.first;
  const head = cborMapBegin({ ...before, ...after }, items);
  if (list.more !== undefined) return { head: Buffer.concat([head, cborOpenArray]), tail: cborCloseArray };
  const counted = length === 0 && empty === 'null' ? encodeCbor(null) : cborArrayHead(length);
  return { head: Buffer.concat([head, counted]), tail: Buffer.alloc(0) };
}

/** Typed lists have the order of their Go type; the others have sorted keys. */
function parts({ served, representation }: View, list: LongList): FrameParts {
  const metadata = listMeta(list);
  if (representation.as === 'Table') {
    const before = tableHead(served, metadata, { representation, columns: true });
    return { before, items: 'rows', after: {}, empty: hasOwnColumns(served) ? '[]' : 'null' };
  }
  if (representation.as === 'PartialObjectMetadataList') {
    const apiVersion = `meta.k8s.io/${representation.metaVersion}`;
    const before = { kind: 'PartialObjectMetadataList', apiVersion, metadata };
    return { before, items: 'items', after: {}, empty: 'null' };
  }
  return { ...objectParts(served, metadata), items: 'items', empty: '[]' };
}

function objectParts(served: ServedResource, metadata: JsonObject): Pick<FrameParts, 'before' | 'after'> {
  const kind = served.definition.listKind;
  const apiVersion = apiVersionOf(served);
  if (!itemsNameKind(served)) return { before: { kind, apiVersion, metadata }, after: {} };
  // A list of custom resources always has a `continue`, be it empty.
  const { resourceVersion, ...rest } = metadata;
  return {
    before: { apiVersion },
    after: { kind, metadata: { continue: '', ...rest, ...(resourceVersion !== undefined && { resourceVersion }) } },
  };
}
