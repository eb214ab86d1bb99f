import { isObject, type JsonObject } from '../api/types.ts';
import type { Mark } from '../components/codemirror.ts';

export type ParsedYaml =
  | {
      readonly value: JsonObject;
      /** The line of a field as errors of the server name it (`spec.list[0].name`), or of the nearest one around it. */
      readonly lineOf: (field: string) => number;
    }
  | { readonly marks: readonly Mark[] };

/** Reads one object. The reader is loaded when there is something to be read. */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  const { parseDocument, LineCounter } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, version: '1.2' });
  if (document.errors.length > 0) {
    return { marks: document.errors.map(({ message, pos }) => ({ message, line: lineCounter.linePos(pos[0]).line })) };
  }
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (!isObject(value)) return { marks: [{ line: 1, message: 'This is no object.' }] };
  return {
    value,
    lineOf(field) {
      for (let path = pathOf(field); path.length > 0; path = path.slice(0, -1)) {
        const node = document.getIn(path, true) as { readonly range?: readonly number[] } | undefined;
        if (node?.range !== undefined) return lineCounter.linePos(node.range[0] ?? 0).line;
      }
      return 1;
    },
  };
}

/** `spec.list[0].name` as its parts; keys in brackets and quotes may have dots. */
export function pathOf(field: string): readonly (string | number)[] {
  const parts = field.matchAll(/\[(\d+)\]|\["?([^\]"]+)"?\]|([^.[\]]+)/g);
  return [...parts].map(([, index, quoted, name]) => (index === undefined ? (quoted ?? name ?? '') : Number(index)));
}
