import type { ErrorCode, LineCounter, YAMLParseError } from 'yaml';
import { DecodeError } from '../resource-definition.ts';

interface Where {
  readonly text: string;
  readonly lines: LineCounter;
}

/**
 * A syntax error in libyaml's words. Its scanner counts lines from one, its parser from zero and does not tell the
 * first; both see the end of the text on a line of its own.
 */
export function yamlSyntaxError(error: YAMLParseError, where: Where): DecodeError {
  const at = error.pos[0];
  const found = describe(error, where);
  const line = lineOf(at, where) + (found.by === 'scanner' ? 1 : 0);
  return new DecodeError(`yaml: ${line > 0 ? `line ${line}: ` : ''}${found.problem}`);
}

/** Counted from zero. */
function lineOf(at: number, { text, lines }: Where): number {
  const rest = text.slice(at);
  if (rest.trim() === '') {
    const count = text.split('\n').length;
    return text.endsWith('\n') ? count - 1 : count;
  }
  return lines.linePos(at).line - 1;
}

interface Problem {
  readonly by: 'scanner' | 'parser';
  readonly problem: string;
}
const scanner = (problem: string): Problem => ({ by: 'scanner', problem });
const parser = (problem: string): Problem => ({ by: 'parser', problem });
const badStart = scanner('found character that cannot start any token');
const noValueHere = scanner('mapping values are not allowed in this context');

const byCode: { readonly [code in ErrorCode]?: Problem } = {
  TAB_AS_INDENT: badStart,
  BAD_SCALAR_START: badStart,
  BAD_DQ_ESCAPE: scanner('found unknown escape character'),
  BLOCK_AS_IMPLICIT_KEY: noValueHere,
  MULTILINE_IMPLICIT_KEY: scanner("could not find expected ':'"),
  KEY_OVER_1024_CHARS: scanner("could not find expected ':'"),
  BAD_INDENT: parser('did not find expected key'),
  BLOCK_IN_FLOW: parser('did not find expected node content'),
  BAD_DIRECTIVE: scanner('found unknown directive name'),
};

function describe(error: YAMLParseError, { text }: Where): Problem {
  const { code, message } = error;
  if (message.startsWith('Flow map')) return parser("did not find expected ',' or '}'");
  if (message.startsWith('Flow seq')) return parser("did not find expected ',' or ']'");
  const known = byCode[code];
  if (known !== undefined) return known;
  const start = text[error.pos[0]];
  if (start === '\t' || start === '@' || start === '`') return badStart;
  if (code === 'BAD_ALIAS') return scanner('did not find expected alphabetic or numeric character');
  if (message.startsWith('Missing closing')) return scanner('found unexpected end of stream');
  if (message.startsWith('Implicit map keys')) return scanner("could not find expected ':'");
  if (message.includes('at node end')) {
    return parser(
      text.startsWith('-') ? "did not find expected '-' indicator" : 'did not find expected <document start>',
    );
  }
  return parser('did not find expected node content');
}
