/** What the scanner makes of the text. */
export const TOKEN = {
  streamEnd: 0,
  versionDirective: 1,
  tagDirective: 2,
  documentStart: 3,
  documentEnd: 4,
  blockSequence: 5,
  blockMapping: 6,
  blockEnd: 7,
  flowSequence: 8,
  flowSequenceEnd: 9,
  flowMapping: 10,
  flowMappingEnd: 11,
  blockEntry: 12,
  flowEntry: 13,
  key: 14,
  value: 15,
  alias: 16,
  anchor: 17,
  tag: 18,
  scalar: 19,
} as const;
export type TokenType = (typeof TOKEN)[keyof typeof TOKEN];

/** A piece of the text, in the list of those that the parser has not taken yet. */
export class Token {
  readonly type: TokenType;
  /** Where it begins and ends, counted from zero. */
  readonly line: number;
  endLine: number;
  /** A scalar's text, the name of an anchor or alias, the handle of a tag, a version. */
  text = '';
  /** What stands behind a tag's handle, or what the handle stands for. */
  suffix = '';
  /** A scalar without quotes. */
  isPlain = false;
  next: Token | undefined = undefined;
  isTaken = false;
  /** The key that begins here, as long as nobody knows whether it is one. */
  candidate: SimpleKey | undefined = undefined;
  /** A `key` token comes before this one, */
  opensKey = false;
  /** and before that a `blockMapping`. */
  opensMapping = false;

  constructor(type: TokenType, line: number) {
    this.type = type;
    this.line = line;
    this.endLine = line;
  }
}

/** What may turn out to be a key once its colon comes. There is at most one for each level of flow collections. */
export interface SimpleKey {
  token: Token | undefined;
  isPossible: boolean;
  /** Nothing but a key may stand there. */
  isRequired: boolean;
  line: number;
  column: number;
  index: number;
}

export function noSimpleKey(token?: Token): SimpleKey {
  return { token, isPossible: false, isRequired: false, line: 0, column: 0, index: 0 };
}
