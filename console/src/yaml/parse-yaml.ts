import { isObject, type JsonObject } from '../api/types.ts';
import type { Mark } from '../components/codemirror.ts';

export type ParsedYaml = { readonly value: JsonObject } | { readonly marks: readonly Mark[] };

/** Reads one object. The reader is loaded when there is something to be read. */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  const { parseDocument, LineCounter } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, version: '1.2' });
  if (document.errors.length > 0) {
    return { marks: document.errors.map(({ message, pos }) => ({ message, line: lineCounter.linePos(pos[0]).line })) };
  }
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  return isObject(value) ? { value } : { marks: [{ line: 1, message: 'This is no object.' }] };
}
