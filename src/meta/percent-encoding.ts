import { goQuote } from './go-text.ts';

/** Why a text is no URL. */
export class UrlFault {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** One character for each byte of UTF-8. */
export function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The text of bytes. What is no UTF-8 shows as such. */
export function fromBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

type Part = 'path' | 'host' | 'zone' | 'user' | 'query' | 'fragment';

/** The characters that stand for themselves in a part, besides letters, digits and `-_.~`. */
const plain: Readonly<Record<Part, string>> = {
  path: '$&+,/:;=@',
  host: '!$&\'()*+,;=:[]<>"',
  zone: '!$&\'()*+,;=:[]<>"',
  user: '$&+,;=',
  query: '',
  fragment: '$&+,/:;=?@!()*',
};

function mustEscape(character: string, part: Part): boolean {
  return !/[A-Za-z0-9\-_.~]/.test(character) && !plain[part].includes(character);
}

export function percentEncode(bytes: string, part: Part): string {
  let escaped = '';
  for (const character of bytes)
    escaped += mustEscape(character, part)
      ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
      : character;
  return escaped;
}

export function percentDecode(text: string, part: Part): string {
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (character === '%') {
      result += unescapeByte(text.slice(i, i + 3), part);
      i += 2;
    } else if (character === '+' && part === 'query') result += ' ';
    else {
      const isHost = part === 'host' || part === 'zone';
      if (isHost && character < '\x80' && mustEscape(character, part))
        throw new UrlFault(`invalid character ${goQuote(character)} in host name`);
      result += character;
    }
  }
  return result;
}

function unescapeByte(escaped: string, part: Part): string {
  const fault = new UrlFault(`invalid URL escape ${goQuote(fromBytes(escaped))}`);
  if (!/^%[0-9a-fA-F]{2}$/.test(escaped)) throw fault;
  const byte = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  if (escaped === '%25') return byte;
  // In a host only what is not ASCII may be escaped; in a zone only what need not be.
  if (part === 'host' && byte < '\x80') throw fault;
  if (part === 'zone' && byte !== ' ' && mustEscape(byte, 'host')) throw fault;
  return byte;
}

export function tryUnescape(text: string, part: Part): string | undefined {
  try {
    return percentDecode(text, part);
  } catch (fault) {
    if (fault instanceof UrlFault) return undefined;
    throw fault;
  }
}

/** Whether a text could be the escaped form of something, even if it is not the form we would write. */
export function isValidEncoding(text: string, part: Part): boolean {
  return Array.from(text).every((character) => "!$&'()*+,;=:@[]%".includes(character) || !mustEscape(character, part));
}
