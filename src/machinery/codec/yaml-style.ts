/** In which styles libyaml may write a text. Double quotes are always possible. */
export interface ScalarStyles {
  readonly plain: boolean;
  readonly single: boolean;
  readonly block: boolean;
}

const breakChars = new Set(['\n', '\r', '\u0085', '\u2028', '\u2029']);
const badAtStart = new Set([...'#,[]{}&*!|>\'"%@`']);

/** Most texts: printable ASCII without `:` and `#`, no space at either end, nothing special at the start. */
const ordinary = /^[A-Za-z0-9_/$()+;<=\\^~](?:[ -"$-9;-~]*[!"$-9;-~])?$/;

/** k8s: go-yaml v2 emitterc.go yaml_emitter_analyze_scalar, for block context. */
export function analyzeScalar(text: string): ScalarStyles {
  if (text === '') return { plain: true, single: true, block: false };
  if (ordinary.test(text)) return { plain: true, single: true, block: true };
  const chars = [...text];
  const shape = lookAtSpaces(chars);
  const special = chars.some((char) => !isPrintableInYaml(char));
  const odd = shape.spaceBeforeBreak || special;
  const first = chars[0] as string;
  const last = chars[chars.length - 1] as string;
  const edges = [first, last].some((char) => char === ' ' || breakChars.has(char));
  return {
    plain: !edges && !shape.hasBreak && !odd && !hasIndicators(chars),
    single: !odd && !shape.spaceAfterBreak,
    block: !odd && last !== ' ',
  };
}

function lookAtSpaces(chars: readonly string[]): {
  readonly hasBreak: boolean;
  readonly spaceAfterBreak: boolean;
  readonly spaceBeforeBreak: boolean;
} {
  let hasBreak = false;
  let spaceAfterBreak = false;
  let spaceBeforeBreak = false;
  for (const [at, char] of chars.entries()) {
    const before = chars[at - 1];
    if (char === ' ' && before !== undefined && breakChars.has(before)) spaceAfterBreak = true;
    if (!breakChars.has(char)) continue;
    hasBreak = true;
    if (before === ' ') spaceBeforeBreak = true;
  }
  return { hasBreak, spaceAfterBreak, spaceBeforeBreak };
}

/** Characters that would mean something else without quotes. */
function hasIndicators(chars: readonly string[]): boolean {
  const start = chars.slice(0, 3).join('');
  if (start === '---' || start === '...') return true;
  return chars.some((char, at) => {
    const spaceFollows = isBlankOrEnd(chars[at + 1]);
    if (char === ':') return spaceFollows;
    if (at === 0) return badAtStart.has(char) || ((char === '?' || char === '-') && spaceFollows);
    return char === '#' && isBlankOrEnd(chars[at - 1]);
  });
}

function isBlankOrEnd(char: string | undefined): boolean {
  return char === undefined || char === ' ' || char === '\t' || breakChars.has(char);
}

/** What libyaml calls printable: the basic plane without tabs, controls and byte-order marks. */
export function isPrintableInYaml(char: string): boolean {
  const code = char.codePointAt(0) as number;
  if (code === 0x0a) return true;
  if (code < 0xa0) return code >= 0x20 && code <= 0x7e;
  return code < 0xd800 || (code >= 0xe000 && code < 0xfffe && code !== 0xfeff);
}

const shortEscapes: ReadonlyMap<number, string> = new Map([
  [0x00, '\\0'],
  [0x07, '\\a'],
  [0x08, '\\b'],
  [0x09, '\\t'],
  [0x0a, '\\n'],
  [0x0b, '\\v'],
  [0x0c, '\\f'],
  [0x0d, '\\r'],
  [0x1b, '\\e'],
  [0x22, '\\"'],
  [0x5c, '\\\\'],
  [0x85, '\\N'],
  [0xa0, '\\_'],
  [0x2028, '\\L'],
  [0x2029, '\\P'],
]);

/** The escape of one character inside double quotes. */
export function doubleQuote(char: string): string {
  const code = char.codePointAt(0) as number;
  const short = shortEscapes.get(code);
  if (short !== undefined) return short;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
