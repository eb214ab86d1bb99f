import { goQuote, type Json, type JsonObject, setOwn } from '#meta';
import { JsonError, MAX_DEPTH } from '../codec/exact-json.ts';
import { inKeyOrder } from '../codec/go-json.ts';
import { DecodeError } from '../version-codec.ts';
import { goFloat, goFloat32, goSyntax } from './go-syntax.ts';
import { NODE, type Node } from './node.ts';
import { Float, resolvePlain, resolveTagged, type Scalar } from './scalar.ts';

/** What a document stands for. Numbers that JSON cannot hold, and integers past an int64, are still in it. */
export interface DecodedDocument {
  readonly value: Json;
  /** `line 6: key "a" already set in map` */
  readonly duplicates: readonly string[];
  /** Whether there are numbers in it that a reader of JSON would see otherwise. */
  readonly hasOddNumbers: boolean;
}

interface DecodeOptions {
  readonly duplicates: boolean;
}

const MAX_DUPLICATES = 100;
/** How much text may come from aliases: as much as fits twice into a request. */
const MAX_ALIASED_TEXT = 6 * 1024 * 1024;

/** A collection that is being read, or an alias that is being followed. */
interface Frame {
  readonly node: Node;
  /** Into which what comes next goes; undefined for an alias, and for a list of what is merged. */
  readonly into: JsonObject | Json[] | undefined;
  /** How many children are done. */
  at: number;
  /** The key whose value comes next. */
  key: Scalar | undefined;
  hasKey: boolean;
  /** The keys that are there and are not texts: `1` and `"1"` are two keys. */
  others: Set<string> | undefined;
  /** What it adds to a mapping is not its own value. */
  readonly isMerged: boolean;
}

const ofItsOwn = { isMerged: false };
const asMerged = { isMerged: true };

/** Makes JSON of a tree, as go-yaml and the converter behind it do. Not recursive: depth costs no stack. */
export class Decoder {
  readonly #strict: boolean;
  readonly #frames: Frame[] = [];
  readonly #duplicates: string[] = [];
  readonly #followed = new Set<Node>();
  #hasOddNumbers = false;
  #badKey: string | undefined;
  #read = 1;
  #readThroughAliases = 0;
  #aliasDepth = 0;
  #aliasedText = 0;
  #result: Json = null;

  constructor({ duplicates }: DecodeOptions) {
    this.#strict = duplicates;
  }

  decode(root: Node): DecodedDocument {
    this.#begin(root);
    for (let frame = this.#top(); frame !== undefined; frame = this.#top()) this.#step(frame);
    if (this.#badKey !== undefined) throw new DecodeError(this.#badKey);
    return { value: this.#result, duplicates: this.#duplicates, hasOddNumbers: this.#hasOddNumbers };
  }

  #top(): Frame | undefined {
    return this.#frames[this.#frames.length - 1];
  }

  /** A scalar is delivered at once; what has parts becomes the innermost frame. */
  #begin(node: Node): void {
    this.#count();
    if (node.kind === NODE.scalar) this.#deliver(this.#scalar(node));
    else if (node.kind === NODE.alias) this.#follow(node);
    else this.#push(node, node.kind === NODE.mapping ? {} : []);
  }

  #push(node: Node, into: Frame['into'], { isMerged } = ofItsOwn): void {
    if (this.#frames.length >= MAX_DEPTH + this.#aliasDepth) {
      throw new JsonError(`invalid character '${node.kind === NODE.mapping ? '{' : '['}' exceeded max depth`);
    }
    this.#frames.push({ node, into, at: 0, key: undefined, hasKey: false, others: undefined, isMerged });
  }

  #follow(node: Node): void {
    if (this.#followed.has(node)) throw new DecodeError(`yaml: anchor '${node.text}' value contains itself`);
    this.#followed.add(node);
    this.#aliasDepth++;
    const target = targetOf(node);
    if (target.kind === NODE.scalar) {
      this.#count();
      const value = this.#scalar(target);
      this.#leave(node);
      this.#deliver(value);
      return;
    }
    this.#push(node, undefined);
    this.#begin(target);
  }

  #leave(alias: Node): void {
    this.#followed.delete(alias);
    this.#aliasDepth--;
  }

  #step(frame: Frame): void {
    const { node } = frame;
    // Whatever an alias stands for has been delivered, or added to the mapping that it is merged into.
    if (node.kind === NODE.alias) {
      this.#frames.pop();
      this.#leave(node);
    } else if (frame.at >= node.children.length) {
      this.#frames.pop();
      if (!frame.isMerged) this.#deliver(whole(frame));
    } else if (frame.into === undefined) {
      // Backwards, since the first wins.
      this.#merge(node.children[node.children.length - 1 - frame.at++] as Node, this.#mappingBelow());
    } else {
      this.#child(frame);
    }
  }

  #child(frame: Frame): void {
    const { children, kind } = frame.node;
    const child = children[frame.at++] as Node;
    if (kind === NODE.mapping && !frame.hasKey && isMergeKey(child)) {
      this.#mergeValue(children[frame.at++] as Node, frame.into as JsonObject);
    } else {
      this.#begin(child);
    }
  }

  /** `<<: *base`, `<<: {…}` and `<<: [*a, *b]`. */
  #mergeValue(node: Node, into: JsonObject): void {
    if (node.kind === NODE.sequence) this.#push(node, undefined, asMerged);
    else this.#merge(node, into);
  }

  #merge(node: Node, into: JsonObject): void {
    const target = targetOf(node);
    if (target.kind !== NODE.mapping) {
      throw new DecodeError('yaml: map merge requires map or sequence of maps as the value');
    }
    this.#count();
    if (node.kind === NODE.alias) {
      if (this.#followed.has(node)) throw new DecodeError(`yaml: anchor '${node.text}' value contains itself`);
      this.#followed.add(node);
      this.#aliasDepth++;
      this.#push(node, undefined, asMerged);
      this.#count();
    }
    this.#push(target, into, asMerged);
  }

  /** The mapping that a list of merged ones goes into. */
  #mappingBelow(): JsonObject {
    return this.#frames[this.#frames.length - 2]?.into as JsonObject;
  }

  #scalar(node: Node): Scalar {
    if (this.#aliasDepth > 0) this.#countText(node.text.length);
    if (node.tag !== '') return resolveTagged(node.tag, node.text);
    return node.isImplicit ? resolvePlain(node.text) : node.text;
  }

  /** A value that is complete goes to whoever waits for it. */
  #deliver(value: Scalar | Json): void {
    let below = this.#frames.length - 1;
    // An alias only passes on.
    while (below >= 0 && this.#frames[below]?.node.kind === NODE.alias) below--;
    const frame = this.#frames[below];
    if (frame === undefined) this.#result = this.#toJson(value);
    else if (frame.node.kind === NODE.sequence) (frame.into as Json[]).push(this.#toJson(value));
    else if (frame.hasKey) this.#setMember(frame, this.#toJson(value));
    else this.#setKey(frame, value);
  }

  #setKey(frame: Frame, value: Scalar | Json): void {
    if (typeof value === 'object' && value !== null && !(value instanceof Float)) {
      throw new DecodeError(`yaml: invalid map key: ${goSyntax(value)}`);
    }
    frame.key = value;
    frame.hasKey = true;
  }

  #setMember(frame: Frame, value: Json): void {
    const key = frame.key as Scalar;
    const into = frame.into as JsonObject;
    frame.hasKey = false;
    const text = typeof key === 'string' ? key : this.#keyText(key, value);
    if (this.#strict && this.#isThere(frame, key, text)) this.#noteDuplicate(frame, key);
    setOwn(into, text, value);
  }

  #isThere(frame: Frame, key: Scalar, text: string): boolean {
    const others = frame.others;
    if (typeof key === 'string') return Object.hasOwn(frame.into as JsonObject, text) && !others?.has(`text:${text}`);
    const isThere = others?.has(`${typeof key}:${text}`) ?? false;
    // A text may be there whose key is written in the same way.
    frame.others = (others ?? new Set()).add(`${typeof key}:${text}`);
    if (!Object.hasOwn(frame.into as JsonObject, text)) frame.others.add(`text:${text}`);
    return isThere;
  }

  #keyText(key: Exclude<Scalar, string>, value: Json): string {
    if (key instanceof Float) return goFloat32(key.value);
    const isTooLarge = typeof key === 'bigint' && BigInt.asIntN(64, key) !== key;
    if (key !== null && !isTooLarge) return String(key);
    const [type, shown] = key === null ? ['%!s(<nil>)', '<nil>'] : ['uint64', `0x${key.toString(16)}`];
    this.#badKey = `unsupported map key of type: ${type}, key: ${shown}, value: ${goSyntax(value)}`;
    return '';
  }

  #noteDuplicate({ node, at }: Frame, key: Scalar): void {
    if (this.#duplicates.length >= MAX_DUPLICATES) return;
    const line = node.children[at - 1]?.line ?? 0;
    this.#duplicates.push(`line ${line + 1}: key ${keySyntax(key)} already set in map`);
  }

  #toJson(value: Scalar | Json): Json {
    if (value instanceof Float) {
      const number = value.value;
      if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) this.#hasOddNumbers = true;
      return number === 0 ? 0 : number;
    }
    if (typeof value === 'bigint' && BigInt.asIntN(64, value) !== value) this.#hasOddNumbers = true;
    return value;
  }

  /** go-yaml's limit: the larger the document, the smaller the part of it that may come from aliases. */
  #count(): void {
    this.#read++;
    if (this.#aliasDepth > 0) this.#readThroughAliases++;
    if (this.#readThroughAliases <= 100 || this.#read <= 1000) return;
    if (this.#readThroughAliases / this.#read > allowedAliasRatio(this.#read)) throw tooManyAliases();
  }

  /** Our own: a long text that thousands of aliases stand for is no less of a bomb. */
  #countText(length: number): void {
    this.#aliasedText += length;
    if (this.#aliasedText > MAX_ALIASED_TEXT) throw tooManyAliases();
  }
}

/** YAML becomes JSON before anybody decodes it, and Go writes maps by their keys: what is wrong is told in this order. */
function whole({ node, into }: Frame): Json {
  return node.kind === NODE.mapping ? inKeyOrder(into as JsonObject) : (into as Json[]);
}

/** What an alias stands for; anything else stands for itself. */
const targetOf = (node: Node): Node => node.target ?? node;

function tooManyAliases(): DecodeError {
  return new DecodeError('yaml: document contains excessive aliasing');
}

function allowedAliasRatio(read: number): number {
  const [low, high] = [400_000, 4_000_000];
  if (read <= low) return 0.99;
  if (read >= high) return 0.1;
  return 0.99 - (0.89 * (read - low)) / (high - low);
}

function isMergeKey({ kind, text, isImplicit, tag }: Node): boolean {
  return kind === NODE.scalar && text === '<<' && (isImplicit || tag === 'tag:yaml.org,2002:merge');
}

/** `%#v` */
function keySyntax(key: Scalar): string {
  if (typeof key === 'string') return goQuote(key);
  if (key === null) return '<nil>';
  return key instanceof Float ? goFloat(key.value) : String(key);
}
