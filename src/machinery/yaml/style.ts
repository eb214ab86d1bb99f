/** In which styles libyaml may write a text. Double quotes are always possible. */
interface ScalarStyles {
  readonly plain: boolean;
  readonly single: boolean;
  readonly block: boolean;
}

const SPACE = 0x20;

function isBreak(code: number): boolean {
  if (code < 0x85) return code === 0x0a || code === 0x0d;
  return code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** k8s: go-yaml v2 emitterc.go yaml_emitter_analyze_scalar, for block context. */
export function analyzeScalar(text: string): ScalarStyles {
  if (text === '') return { plain: true, single: true, block: false };
  const { hasBreak, spaceAfterBreak, spaceBeforeBreak, special, indicators } = lookAt(text);
  const odd = spaceBeforeBreak || special;
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  const edges = first === SPACE || last === SPACE || isBreak(first) || isBreak(last);
  return {
    plain: !edges && !hasBreak && !odd && !indicators,
    single: !odd && !spaceAfterBreak,
    block: !odd && last !== SPACE,
  };
}

interface Findings {
  hasBreak: boolean;
  spaceAfterBreak: boolean;
  spaceBeforeBreak: boolean;
  /** There are characters that are not printed as they are. */
  special: boolean;
  /** There are characters that would mean something else without quotes. */
  indicators: boolean;
}

/** One walk through the text. */
function lookAt(text: string): Findings {
  const start = text.slice(0, 3);
  const found: Findings = {
    hasBreak: false,
    spaceAfterBreak: false,
    spaceBeforeBreak: false,
    special: false,
    indicators: start === '---' || start === '...' || isIndicatorAtStart(text),
  };
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isBreak(code)) {
      found.hasBreak = true;
      if (before === SPACE) found.spaceBeforeBreak = true;
    } else if (code === SPACE) {
      if (isBreak(before)) found.spaceAfterBreak = true;
    } else if (code === 0x3a) {
      if (isBlankOrEnd(text.charCodeAt(at + 1))) found.indicators = true;
    } else if (code === 0x23 && at > 0 && isBlankOrEnd(before)) {
      found.indicators = true;
    }
    if (!isPrintableUnit(code)) found.special = true;
    before = code;
  }
  return found;
}

const badAtStart = new Set([...'#,[]{}&*!|>\'"%@`'].map((char) => char.charCodeAt(0)));

function isIndicatorAtStart(text: string): boolean {
  const first = text.charCodeAt(0);
  if (badAtStart.has(first)) return true;
  return (first === 0x3f || first === 0x2d) && isBlankOrEnd(text.charCodeAt(1));
}

/** Behind the end of a text there is no code at all. */
function isBlankOrEnd(code: number): boolean {
  return Number.isNaN(code) || code === SPACE || code === 0x09 || isBreak(code);
}

/** What libyaml calls printable: the basic plane without tabs, controls and byte-order marks. */
export function isPrintableUnit(code: number): boolean {
  if (code < 0xa0) return code === 0x0a || (code >= 0x20 && code <= 0x7e);
  return code < 0xd800 || (code >= 0xe000 && code < 0xfffe && code !== 0xfeff);
}

/** What stands in double quotes as an escape. */
export function needsEscape(code: number): boolean {
  return code === 0x22 || code === 0x5c || !isPrintableUnit(code) || isBreak(code);
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
export function doubleQuote(code: number): string {
  const short = shortEscapes.get(code);
  if (short !== undefined) return short;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
