import { isJsonObject, type Json, type JsonObject } from '#meta';
import { looksLikeOther } from './yaml-scalar.ts';
import { analyzeScalar, doubleQuote, isPrintableInYaml } from './yaml-style.ts';

const indentStep = 2;
const bestWidth = 80;
const maxSimpleKey = 128;

/** YAML as sigs.k8s.io/yaml writes it: keys in natural order, lists at the margin of their key, lines of about 80. */
export function toYaml(value: Json): string {
  const writer = new YamlWriter();
  writer.node(value, { indent: -indentStep, inList: false });
  return writer.finish();
}

interface Position {
  /** Where the surrounding collection's keys or dashes stand. */
  readonly indent: number;
  /** Right behind a dash: the first key or dash goes on in the same line. */
  readonly inList: boolean;
}

class YamlWriter {
  #text = '';
  #column = 0;

  finish(): string {
    return this.#column > 0 ? `${this.#text}\n` : this.#text;
  }

  /** Everything but a collection with content stays in the line of its key. */
  node(value: Json, position: Position): void {
    if (Array.isArray(value) && value.length > 0) this.#list(value, position);
    else if (isJsonObject(value) && Object.keys(value).length > 0) this.#map(value, position);
    else this.#scalar(value, { indent: Math.max(position.indent + indentStep, 0), isKey: false });
  }

  #map(map: JsonObject, { indent, inList }: Position): void {
    const margin = indent + indentStep;
    let first = inList;
    for (const key of Object.keys(map).sort(compareNaturally)) {
      const value = map[key];
      if (value === undefined) continue;
      if (!first) this.#newLine(margin);
      first = false;
      this.#key(key, margin);
      // A list stands at the margin of its key.
      const isList = Array.isArray(value);
      this.node(value, { indent: isList ? margin - indentStep : margin, inList: false });
    }
  }

  #key(key: string, margin: number): void {
    const simple = Buffer.byteLength(key) <= maxSimpleKey && !/[\n\r\u0085\u2028\u2029]/.test(key);
    if (!simple) this.#put('? ');
    this.#scalar(key, { indent: margin + indentStep, isKey: simple });
    if (!simple) this.#newLine(margin);
    this.#put(':');
  }

  #list(list: readonly Json[], { indent, inList }: Position): void {
    const margin = indent + indentStep;
    let first = inList;
    for (const item of list) {
      if (!first) this.#newLine(margin);
      first = false;
      this.#put('-');
      const isCollection = typeof item === 'object' && item !== null && Object.keys(item).length > 0;
      if (isCollection) this.#put(' ');
      this.node(item, { indent: isCollection ? margin : margin, inList: true });
    }
  }

  #scalar(value: Json, at: { readonly indent: number; readonly isKey: boolean }): void {
    if (this.#needsSpace()) this.#put(' ');
    if (typeof value === 'string') this.#string(value, at);
    else this.#put(plainText(value));
  }

  #needsSpace(): boolean {
    return this.#column > 0 && !this.#text.endsWith(' ');
  }

  #string(text: string, at: { readonly indent: number; readonly isKey: boolean }): void {
    const allowed = analyzeScalar(text);
    if (text.includes('\n') && !at.isKey && allowed.block) {
      this.#literal(text, at.indent);
    } else if (!text.includes('\n') && !looksLikeOther(text) && !(text === '' && at.isKey)) {
      if (allowed.plain) this.#folded({ text, quote: '' }, at);
      else if (allowed.single) this.#folded({ text, quote: "'" }, at);
      else this.#double(text, at);
    } else {
      this.#double(text, at);
    }
  }

  #literal(text: string, indent: number): void {
    const hint = /^[ \n\r\u0085\u2028\u2029]/.test(text) ? String(indentStep) : '';
    const chomp = !text.endsWith('\n') ? '-' : /(^|\n)\n$/.test(text) ? '+' : '';
    this.#put(`|${hint}${chomp}`);
    const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
    for (const line of lines) {
      this.#text += '\n';
      this.#column = 0;
      if (line !== '') this.#put(' '.repeat(indent) + line);
    }
    // The next node begins its own line.
    if (this.#column === 0) this.#column = 1;
  }

  /** Long lines break at a single space. Inside single quotes a quote is doubled. */
  #folded({ text, quote }: { text: string; quote: string }, at: { indent: number; isKey: boolean }): void {
    // Nothing to break and nothing to double: nearly every text.
    if (quote === '' && (at.isKey || this.#column + text.length <= bestWidth || !text.includes(' '))) {
      this.#put(text);
      return;
    }
    this.#put(quote);
    const chars = [...text];
    let afterSpace = false;
    for (const [index, char] of chars.entries()) {
      const inside = quote === '' || (index > 0 && index < chars.length - 1);
      if (char === ' ' && !at.isKey && !afterSpace && this.#column > bestWidth && inside && chars[index + 1] !== ' ') {
        this.#newLine(at.indent);
      } else {
        this.#put(char === quote ? "''" : char);
      }
      afterSpace = char === ' ';
    }
    this.#put(quote);
  }

  #double(text: string, at: { indent: number; isKey: boolean }): void {
    this.#put('"');
    const chars = [...text];
    let afterSpace = false;
    for (const [index, char] of chars.entries()) {
      const inside = index > 0 && index < chars.length - 1;
      if (char === ' ' && !at.isKey && !afterSpace && this.#column > bestWidth && inside) {
        this.#newLine(at.indent);
        if (chars[index + 1] === ' ') this.#put('\\');
      } else {
        this.#put(needsEscape(char) ? doubleQuote(char) : char);
      }
      afterSpace = char === ' ';
    }
    this.#put('"');
  }

  #newLine(indent: number): void {
    if (this.#column > 0) this.#text += '\n';
    this.#text += ' '.repeat(indent);
    this.#column = indent;
  }

  #put(text: string): void {
    this.#text += text;
    this.#column += text.length === 1 ? 1 : lengthOf(text);
  }
}

/** In characters. */
function lengthOf(text: string): number {
  return /[\ud800-\udfff]/.test(text) ? [...text].length : text.length;
}

function needsEscape(char: string): boolean {
  return char === '"' || char === '\\' || !isPrintableInYaml(char) || /[\n\r\u0085\u2028\u2029\ufeff]/.test(char);
}

function plainText(value: Json): string {
  if (Array.isArray(value)) return '[]';
  if (value === null) return 'null';
  if (typeof value === 'object') return '{}';
  return typeof value === 'number' ? formatFloat(value) : String(value);
}

/** Go's shortest `%g`: an exponent of at least two digits from 1e+21 in integers and 1e+06 in fractions. */
function formatFloat(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value);
  const [mantissa, exponent] = value.toExponential().split('e') as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  const digits = String(Math.abs(power)).padStart(2, '0');
  return `${mantissa}e${power < 0 ? '-' : '+'}${digits}`;
}

/** go-yaml's order of keys: letters after everything else, runs of digits by their number. */
export function compareNaturally(a: string, b: string): number {
  let same = 0;
  while (same < a.length && same < b.length && a.charCodeAt(same) === b.charCodeAt(same)) same++;
  if (same === a.length || same === b.length) return a.length - b.length;
  const [left, right] = [a.charCodeAt(same), b.charCodeAt(same)];
  return isLatinLetter(left) && isLatinLetter(right) ? left - right : compareRarely(a, b);
}

const isLatinLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

function compareRarely(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let at = 0; at < left.length && at < right.length; at++) {
    if (left[at] !== right[at]) return comparePart(left, right, at);
  }
  return left.length - right.length;
}

const isLetter = (char: string | undefined): boolean => char !== undefined && /^\p{L}$/u.test(char);
const isDigit = (char: string | undefined): boolean => char !== undefined && /^\p{Nd}$/u.test(char);

function comparePart(left: readonly string[], right: readonly string[], at: number): number {
  const byCode = (left[at] as string).codePointAt(0)! - (right[at] as string).codePointAt(0)!;
  const leftLetter = isLetter(left[at]);
  const rightLetter = isLetter(right[at]);
  if (leftLetter && rightLetter) return byCode;
  if (leftLetter || rightLetter) return rightLetter ? -1 : 1;
  const start = left[at] === '0' || right[at] === '0' ? leadingDigit(left, at) : 0;
  const leftRun = digitRun(left, { at, start });
  const rightRun = digitRun(right, { at, start });
  if (leftRun.number !== rightRun.number) return leftRun.number - rightRun.number;
  return leftRun.end !== rightRun.end ? leftRun.end - rightRun.end : byCode;
}

/** 1 when a digit other than zero stands before, in the same run. */
function leadingDigit(chars: readonly string[], at: number): number {
  for (let before = at - 1; before >= 0 && isDigit(chars[before]); before--) if (chars[before] !== '0') return 1;
  return 0;
}

function digitRun(
  chars: readonly string[],
  { at, start }: { at: number; start: number },
): { number: number; end: number } {
  let number = start;
  let end = at;
  while (isDigit(chars[end])) number = number * 10 + Number(chars[end++]);
  return { number, end };
}
