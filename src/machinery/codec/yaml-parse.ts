import type { Alias, Document, LineCounter, Node, Pair, ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { goQuote, type Json, type JsonObject, setOwn } from '#meta';
import { DecodeError, type ParsedBody } from '../resource-definition.ts';
import { inKeyOrder } from './go-json.ts';
import { yamlSyntaxError } from './yaml-error.ts';
import { yamlLibrary } from './yaml-library.ts';
import { resolvePlain } from './yaml-scalar.ts';

const maxDepth = 10_000 / 4;
const maxDuplicates = 100;

/**
 * The first document of a YAML 1.1 body as JSON, read as go-yaml reads it. Duplicate keys are reported in its words
 * (`line 6: key "a" already set in map`); the last one wins.
 */
export function parseYaml(bytes: Uint8Array, options: { readonly duplicates: boolean }): ParsedBody {
  try {
    return parseFirst(bytes, options);
  } catch (error) {
    // The parser is recursive: what is too deep for it is too deep for everybody.
    if (error instanceof RangeError) throw new DecodeError('yaml: exceeded max depth of 10000');
    throw error;
  }
}

function parseFirst(bytes: Uint8Array, options: { readonly duplicates: boolean }): ParsedBody {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const { Composer, LineCounter, Parser } = yamlLibrary();
  const lines = new LineCounter();
  const composer = new Composer({ version: '1.1', schema: 'failsafe', uniqueKeys: false, strict: true });
  const documents = composer.compose(new Parser(lines.addNewLine).parse(text), true, text.length);
  const document = documents.next().value as Document.Parsed | undefined;
  if (document === undefined || document === null) return { value: null, duplicates: [] };
  const [error] = document.errors;
  if (error !== undefined) throw yamlSyntaxError(error, { text, lines });
  const reader = new YamlReader(document, lines);
  const value = reader.read(document.contents, 0);
  return { value, duplicates: options.duplicates ? reader.duplicates : [] };
}

class YamlReader {
  readonly duplicates: string[] = [];
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;
  /** Anchored nodes that are being read: an alias to one of them has no end. */
  readonly #open = new Set<Node>();
  #targets: ReadonlyMap<Node, ParsedNode> | undefined;
  #aliasDepth = 0;
  #read = 0;
  #readThroughAliases = 0;

  constructor(document: Document.Parsed, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  read(node: ParsedNode | null | undefined, depth: number): Json {
    this.#count();
    if (depth > maxDepth) throw new DecodeError('yaml: exceeded max depth of 10000');
    if (node === null || node === undefined) return null;
    if (isAlias(node)) return this.#alias(node, depth);
    this.#open.add(node);
    const value = this.#content(node, depth);
    this.#open.delete(node);
    return value;
  }

  #content(node: ParsedNode, depth: number): Json {
    if (isMap(node)) return this.#map(node, depth);
    if (isSeq(node)) return node.items.map((item) => this.read(item as ParsedNode, depth + 1));
    return isScalar(node) ? scalarValue(node) : null;
  }

  #alias(node: ParsedNode, depth: number): Json {
    if (!isAlias(node)) return null;
    this.#targets ??= aliasTargets(this.#document);
    const target = this.#targets.get(node);
    if (target === undefined) throw new DecodeError(`yaml: unknown anchor '${node.source}' referenced`);
    if (this.#open.has(target)) throw new DecodeError(`yaml: anchor '${node.source}' value contains itself`);
    this.#aliasDepth++;
    const value = this.read(target, depth + 1);
    this.#aliasDepth--;
    return value;
  }

  #map(node: YAMLMap.Parsed, depth: number): JsonObject {
    const object: JsonObject = {};
    const merged: Pair[] = [];
    const set = new Set<string>();
    for (const pair of node.items as Pair<ParsedNode, ParsedNode | null>[]) {
      if (isMergeKey(pair.key)) {
        merged.push(pair);
        continue;
      }
      const key = this.#key(pair.key, depth);
      const value = this.read(pair.value, depth + 1);
      if (set.has(key)) this.#noteDuplicate(pair, key);
      set.add(key);
      setOwn(object, key, value);
    }
    for (const pair of merged) this.#merge(object, { node: pair.value as ParsedNode, depth });
    // YAML becomes JSON before anybody decodes it, and Go writes maps so: what is wrong is told in this order.
    return inKeyOrder(object);
  }

  /** `<<: *base` and `<<: [*a, *b]`: adds what is not there yet. */
  #merge(object: JsonObject, { node, depth }: { readonly node: ParsedNode; readonly depth: number }): void {
    const value = this.read(node, depth + 1);
    for (const source of Array.isArray(value) ? value : [value]) {
      if (typeof source !== 'object' || source === null || Array.isArray(source)) {
        throw new DecodeError('yaml: map merge requires map or sequence of maps as the value');
      }
      for (const key of Object.keys(source)) {
        if (!Object.hasOwn(object, key)) setOwn(object, key, source[key] as Json);
      }
    }
  }

  #key(node: ParsedNode, depth: number): string {
    const key = this.read(node, depth + 1);
    if (typeof key === 'string') return key;
    if (typeof key === 'number' || typeof key === 'bigint' || typeof key === 'boolean') return String(key);
    const type = key === null ? '%!s(<nil>)' : Array.isArray(key) ? 'slice' : 'map';
    throw new DecodeError(`unsupported map key of type: ${type}`);
  }

  #noteDuplicate(pair: Pair<ParsedNode, ParsedNode | null>, key: string): void {
    if (this.duplicates.length >= maxDuplicates) return;
    const at = pair.value?.range?.[0] ?? pair.key.range[0];
    const isText = isScalar(pair.key) && typeof scalarValue(pair.key as Scalar.Parsed) === 'string';
    this.duplicates.push(`line ${this.#lines.linePos(at).line}: key ${isText ? goQuote(key) : key} already set in map`);
  }

  /** go-yaml's limit: the larger the document, the smaller the part of it that may come from aliases. */
  #count(): void {
    this.#read++;
    if (this.#aliasDepth > 0) this.#readThroughAliases++;
    if (this.#readThroughAliases <= 100 || this.#read <= 1000) return;
    if (this.#readThroughAliases / this.#read > allowedAliasRatio(this.#read)) {
      throw new DecodeError('yaml: document contains excessive aliasing');
    }
  }
}

/** What each alias stands for: the last anchor of that name before it. One walk for all of them; the library takes one for each. */
function aliasTargets(document: Document.Parsed): ReadonlyMap<Node, ParsedNode> {
  const anchors = new Map<string, ParsedNode>();
  const targets = new Map<Node, ParsedNode>();
  yamlLibrary().visit(document, {
    Node(_key, node) {
      const target = isAlias(node) ? anchors.get(node.source) : undefined;
      if (target !== undefined) targets.set(node, target);
      else if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node as ParsedNode);
    },
  });
  return targets;
}

function allowedAliasRatio(read: number): number {
  const [low, high] = [400_000, 4_000_000];
  if (read <= low) return 0.99;
  if (read >= high) return 0.1;
  return 0.99 - (0.89 * (read - low)) / (high - low);
}

function isMergeKey(node: ParsedNode): boolean {
  return isScalar(node) && node.type === 'PLAIN' && node.source === '<<' && node.tag === undefined;
}

const resolvingTags: ReadonlySet<string> = new Set(
  ['int', 'float', 'bool', 'null'].map((name) => `tag:yaml.org,2002:${name}`),
);

function scalarValue(node: Scalar.Parsed): Json {
  const source = String(node.value ?? '');
  const isPlain = node.type === 'PLAIN' || node.type === undefined;
  if (node.tag === 'tag:yaml.org,2002:binary') return Buffer.from(source, 'base64').toString('utf8');
  if (node.tag === undefined ? !isPlain : !resolvingTags.has(node.tag)) return source;
  const meaning = resolvePlain(source);
  switch (meaning.tag) {
    case 'value':
      return meaning.value;
    case 'notFinite':
      throw new DecodeError(`json: unsupported value: ${meaning.name}`);
    default:
      return source;
  }
}

const isAlias = (node: unknown): node is Alias => yamlLibrary().isAlias(node);
const isMap = (node: unknown): node is YAMLMap.Parsed => yamlLibrary().isMap(node);
const isSeq = (node: ParsedNode): node is YAMLSeq.Parsed => yamlLibrary().isSeq(node);
const isScalar = (node: unknown): node is Scalar.Parsed => yamlLibrary().isScalar(node);
