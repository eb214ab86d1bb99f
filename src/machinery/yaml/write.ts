import type { Json, JsonObject } from '#meta';
import { compareNaturally } from './natural-order.ts';
import { looksLikeOther } from './scalar.ts';
import { analyzeScalar, doubleQuote, needsEscape } from './style.ts';

const INDENT_STEP = 2;
const BEST_WIDTH = 80;
const MAX_SIMPLE_KEY = 128;

/** YAML as sigs.k8s.io/yaml writes it: keys in natural order, lists at the margin of their key, lines of about 80. */
export function toYaml(value: Json): string {
  return new YamlWriter().write(value);
}

/** A collection that is being written. */
interface Frame {
  readonly container: Json[] | JsonObject;
  /** The keys of a map, in order; undefined for a list. */
  readonly keys: readonly string[] | undefined;
  /** Where its keys or dashes stand. */
  readonly margin: number;
  at: number;
  /** Right behind a dash the first key or dash goes on in the same line. */
  inLine: boolean;
}

interface ScalarPlace {
  /** Where a scalar goes on that takes more than one line. */
  readonly indent: number;
  readonly isKey: boolean;
}

/** Only ever adds to the text: looking at its end would copy it each time. */
class YamlWriter {
  #text = '';
  #column = 0;
  #endsWithSpace = false;

  readonly #frames: Frame[] = [];

  /** Not recursive: depth costs no stack. */
  write(value: Json): string {
    this.#begin(value, { margin: 0, inLine: false });
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) this.#step(frame);
    return this.#column > 0 ? `${this.#text}\n` : this.#text;
  }

  /** Everything but a collection with content stays in the line of its key. */
  #begin(value: Json, { margin, inLine }: Pick<Frame, 'margin' | 'inLine'>): void {
    if (!isFilled(value)) {
      this.#scalar(value, { indent: margin, isKey: false });
      return;
    }
    const keys = Array.isArray(value) ? undefined : Object.keys(value).sort(compareNaturally);
    this.#frames.push({ container: value, keys, margin, at: 0, inLine });
  }

  #step(frame: Frame): void {
    const { container, keys } = frame;
    if (frame.at === (keys ?? (container as Json[])).length) this.#frames.pop();
    else if (keys === undefined) this.#item(frame, (container as Json[])[frame.at++] as Json);
    else this.#member(frame, keys[frame.at++] ?? '');
  }

  #member(frame: Frame, key: string): void {
    const value = (frame.container as JsonObject)[key];
    if (value === undefined) return;
    this.#startLine(frame);
    const isSimple = Buffer.byteLength(key) <= MAX_SIMPLE_KEY && !/[\n\r\u0085\u2028\u2029]/.test(key);
    if (isSimple) this.#key(key, frame.margin);
    else this.#longKey(key, { margin: frame.margin, hasSpace: isFilled(value) });
    // A list stands at the margin of its key.
    const isList = isSimple && Array.isArray(value) && value.length > 0;
    this.#begin(value, { margin: frame.margin + (isList ? 0 : INDENT_STEP), inLine: !isSimple });
  }

  #item(frame: Frame, item: Json): void {
    this.#startLine(frame);
    this.#put(isFilled(item) ? '- ' : '-');
    this.#begin(item, { margin: frame.margin + INDENT_STEP, inLine: true });
  }

  #startLine(frame: Frame): void {
    if (!frame.inLine) this.#newLine(frame.margin);
    frame.inLine = false;
  }

  #key(key: string, margin: number): void {
    this.#scalar(key, { indent: margin + INDENT_STEP, isKey: true });
    this.#put(':');
  }

  /** A key that is long or has several lines stands behind a question mark, and its value in the line of the colon. */
  #longKey(key: string, { margin, hasSpace }: { readonly margin: number; readonly hasSpace: boolean }): void {
    this.#put('? ');
    this.#scalar(key, { indent: margin + INDENT_STEP, isKey: false });
    this.#newLine(margin);
    this.#put(hasSpace ? ': ' : ':');
  }

  #scalar(value: Json, place: ScalarPlace): void {
    if (this.#column > 0 && !this.#endsWithSpace) this.#put(' ');
    if (typeof value === 'string') this.#string(value, place);
    else this.#put(plainText(value));
  }

  #string(text: string, place: ScalarPlace): void {
    const allowed = analyzeScalar(text);
    if (text.includes('\n')) {
      if (!place.isKey && allowed.block) this.#literal(text, place.indent);
      else this.#double(text, place);
    } else if (looksLikeOther(text) || (place.isKey && isSpecialKey(text))) {
      this.#double(text, place);
    } else if (allowed.plain) {
      this.#folded(text, place);
    } else if (allowed.single) {
      this.#single(text, place);
    } else {
      this.#double(text, place);
    }
  }

  #literal(text: string, indent: number): void {
    const hint = /^[ \n\r\u0085\u2028\u2029]/.test(text) ? String(INDENT_STEP) : '';
    const chomp = !text.endsWith('\n') ? '-' : text === '\n' || text.endsWith('\n\n') ? '+' : '';
    this.#put(`|${hint}${chomp}`);
    const margin = ' '.repeat(indent);
    for (const line of (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')) {
      this.#text += line === '' ? '\n' : `\n${margin}${line}`;
    }
    // The next node begins its own line.
    this.#column = 1;
    this.#endsWithSpace = false;
  }

  /** Long lines break at a single space. */
  #folded(text: string, { indent, isKey }: ScalarPlace): void {
    let start = 0;
    if (!isKey && this.#column + text.length > BEST_WIDTH) {
      for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
        if (this.#column + at - start <= BEST_WIDTH || !isSingleSpace(text, at)) continue;
        this.#put(text.slice(start, at));
        this.#newLine(indent);
        start = at + 1;
      }
    }
    this.#put(start === 0 ? text : text.slice(start));
  }

  /** The same in single quotes, inside of which a quote is doubled; the first and the last character stay with their quotes. */
  #single(text: string, { indent, isKey }: ScalarPlace): void {
    this.#put("'");
    let start = 0;
    for (let at = text.indexOf(' ', 1); !isKey && at >= 0; at = text.indexOf(' ', at + 1)) {
      this.#put(text.slice(start, at).replaceAll("'", "''"));
      start = at;
      if (this.#column <= BEST_WIDTH || at === text.length - 1 || !isSingleSpace(text, at)) continue;
      this.#newLine(indent);
      start = at + 1;
    }
    this.#put(`${text.slice(start).replaceAll("'", "''")}'`);
  }

  #double(text: string, { indent, isKey }: ScalarPlace): void {
    this.#put('"');
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x20) {
        if (isKey || at === 0 || at === text.length - 1 || text[at - 1] === ' ') continue;
        if (this.#column + at - start <= BEST_WIDTH) continue;
        this.#put(text.slice(start, at));
        this.#newLine(indent);
        start = at + 1;
        if (text[start] === ' ') this.#put('\\');
      } else if (needsEscape(code)) {
        this.#put(text.slice(start, at));
        const whole = text.codePointAt(at) as number;
        this.#put(doubleQuote(whole));
        if (whole > 0xffff) at++;
        start = at + 1;
      }
    }
    this.#put(`${text.slice(start)}"`);
  }

  #newLine(indent: number): void {
    if (this.#column > 0) this.#text += '\n';
    this.#text += ' '.repeat(indent);
    this.#column = indent;
    this.#endsWithSpace = indent > 0;
  }

  /** Of what is written as it is, each character takes one place: the others are escapes. */
  #put(text: string): void {
    if (text === '') return;
    this.#text += text;
    this.#column += text.length;
    this.#endsWithSpace = text.charCodeAt(text.length - 1) === 0x20;
  }
}

function isFilled(value: Json): value is Json[] | JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  for (const _ in value) return true;
  return false;
}

/** A plain `<<` would merge what stands behind it. */
function isSpecialKey(text: string): boolean {
  return text === '' || text === '<<';
}

function isSingleSpace(text: string, at: number): boolean {
  return text[at - 1] !== ' ' && text[at + 1] !== ' ';
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
