import {
  CompatInputError,
  type DefinitionSet,
  isDefinition,
  isOpenApi,
  type LazyDefinition,
  readDefinition,
  readOpenApi,
} from '#compat';
import { parseJson, parseYaml } from '#machinery';
import { isJsonObject, type Json, type JsonObject } from '#meta';

/** A file that may hold definitions, wherever it lies. */
export interface SourceFile {
  /** As messages and reports name it. */
  readonly path: string;
  read(): Uint8Array;
  /** It can be read again at little cost, so that its bytes need not be kept. */
  readonly isAtHand?: true;
}

/** Files are text that people wrote or tools made: this is far more than any of them has. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;
export const MAX_FILES = 50_000;

export const isSourceFile = (path: string): boolean => /\.(ya?ml|json)$/i.test(path);

/** The definitions in some files. A file with none is passed over; one that cannot be read is told. */
export function definitionsIn(label: string, files: Iterable<SourceFile>): DefinitionSet {
  const definitions = new Map<string, LazyDefinition>();
  const seen: SourceFile[] = [];
  for (const file of files) {
    seen.push(file);
    for (const lazy of definitionsOf(file)) {
      if (definitions.has(lazy.name))
        throw new CompatInputError(`${file.path}: ${lazy.name} is defined twice in ${label}`);
      definitions.set(lazy.name, lazy);
    }
  }
  if (definitions.size > 0) return { label, definitions };
  const [only, ...others] = seen;
  if (only !== undefined && others.length === 0) refuseBroken(only);
  throw new CompatInputError(`${label}: there is no CustomResourceDefinition and no OpenAPI document`);
}

/** Of the one file that was named it is worth knowing that it is broken. In a folder there may be anything. */
function refuseBroken(file: SourceFile): void {
  const bytes = Buffer.from(file.read());
  for (const { start, end, line } of documentsIn(bytes))
    parsed(bytes.subarray(start, end), { origin: file.path, line });
}

function* definitionsOf(file: SourceFile): Iterable<LazyDefinition> {
  const bytes = Buffer.from(file.read());
  if (bytes.length > MAX_FILE_BYTES)
    throw new CompatInputError(`${file.path}: the file is larger than ${MAX_FILE_BYTES} bytes`);
  for (const { start, end, line } of documentsIn(bytes)) {
    const text = bytes.subarray(start, end);
    if (!text.includes('CustomResourceDefinition') && !text.includes('swagger') && !text.includes('openapi')) continue;
    const place = { origin: file.path, line };
    const name = nameOf(text);
    // What has a name at a glance is read again when it is compared, so that not all of them are in memory.
    if (name === undefined) yield* parsedDefinitions(parsed(text, place), place);
    else if (file.isAtHand !== true || bytes.length > MAX_READ_AGAIN) yield lazyDefinition(name, () => text, place);
    else yield lazyDefinition(name, readAgain(file, start, end), place);
  }
}

/** By itself, so that it holds on to nothing but the file. */
function readAgain(file: SourceFile, start: number, end: number): () => Buffer {
  return () => Buffer.from(file.read()).subarray(start, end);
}

function lazyDefinition(name: string, bytes: () => Buffer, place: DocumentPlace): LazyDefinition {
  return { name, bytes, load: () => readDefinition(definitionOf(bytes(), place), place) };
}

interface DocumentPlace {
  readonly origin: string;
  readonly line: number;
}

interface DocumentRange extends Pick<DocumentPlace, 'line'> {
  readonly start: number;
  readonly end: number;
}

/** Of a larger file, with many definitions in it, the bytes are kept. */
const MAX_READ_AGAIN = 4 * 1024 * 1024;

/** What tools write first: kind and name stand here. */
const HEAD_BYTES = 16 * 1024;

const separator = Buffer.from('\n---');

/** Where each YAML document begins and ends. */
function* documentsIn(bytes: Buffer): Iterable<DocumentRange> {
  let [start, line] = [0, 1];
  while (start < bytes.length) {
    const at = bytes.indexOf(separator, start);
    const end = at < 0 ? bytes.length : at + 1;
    yield { start, end, line: line + leadingLines(bytes.subarray(start, end)) };
    line += linesIn(bytes.subarray(start, end));
    start = end;
    if (at < 0) break;
  }
}

/** Separators, comments and empty lines before a document begins. */
function leadingLines(text: Buffer): number {
  const [leading = ''] = /^(?:(?:---.*|#.*|\s*)\n)*/.exec(text.subarray(0, 4096).toString()) ?? [];
  return linesIn(Buffer.from(leading));
}

function linesIn(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) count++;
  return count;
}

/** The name of a definition that is written as tools write it; undefined where it takes a closer look. */
function nameOf(text: Buffer): string | undefined {
  const head = text.subarray(0, HEAD_BYTES).toString();
  if (!/^kind: *"?CustomResourceDefinition"? *$/m.test(head)) return undefined;
  const metadata = /^metadata:\n((?: +.*\n|\n)*)/m.exec(head)?.[1] ?? '';
  return /^ {2}name: *"?([a-z0-9.-]+)"? *$/m.exec(metadata)?.[1];
}

function parsed(text: Buffer, { origin, line }: DocumentPlace): Json {
  try {
    const isJson = /^\s*[{[]/.test(text.subarray(0, 200).toString());
    return (isJson ? parseJson(text, { duplicates: false }) : parseYaml(text, { duplicates: false })).value;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CompatInputError(`${origin}: the document on line ${line} cannot be read: ${why}`, { cause: error });
  }
}

function definitionOf(text: Buffer, place: DocumentPlace): JsonObject {
  const value = parsed(text, place);
  if (isDefinition(value)) return value;
  throw new CompatInputError(`${place.origin}: the document on line ${place.line} is no CustomResourceDefinition`);
}

function* parsedDefinitions(value: Json, place: DocumentPlace): Iterable<LazyDefinition> {
  if (isOpenApi(value)) {
    for (const definition of readOpenApi(value, place.origin)) yield { name: definition.name, load: () => definition };
  } else if (isDefinition(value)) {
    const definition = readDefinition(value, place);
    yield { name: definition.name, load: () => definition };
  } else if (isJsonObject(value) && Array.isArray(value.items)) {
    for (const item of value.items) yield* parsedDefinitions(item, place);
  }
}
