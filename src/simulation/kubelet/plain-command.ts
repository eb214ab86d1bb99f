import type { CoreV1 } from '#apis';

type Container = CoreV1['Container'];

/** What a command is known to do. */
export interface PlainCommand {
  /** How long it runs; undefined: until somebody stops it. */
  readonly runMs: number | undefined;
  readonly exitCode: number;
}

const forever: PlainCommand = { runMs: undefined, exitCode: 0 };
const ending = (exitCode: number): PlainCommand => ({ runMs: 0, exitCode });

/** A shell script of one or two plain words: `exit 1`, `sleep 30`, `sleep 30 && exit 1`. */
const script =
  /^\s*(?:sleep\s+(?<seconds>\d+(?:\.\d+)?|inf(?:inity)?)s?)?\s*(?:;|&&)?\s*(?:exit\s+(?<code>\d{1,3}))?\s*;?\s*$/;

/** Images that do nothing but wait when they are told nothing: the one of sandboxes, and the one of upstream's own tests. */
const waitingImages = /(^|\/)(pause|agnhost)([:@]|$)/;

/**
 * What a container does, where its command is so plain that it needs no running to be known: `sleep 30`, `true`, `false`,
 * `sh -c 'exit 1'`, the command `pause`, and images that only wait. Undefined for all others.
 */
export function plainCommand({ image = '', command = [], args = [] }: Container): PlainCommand | undefined {
  const [first = '', ...rest] = [...command, ...args];
  const program = first.split('/').at(-1);
  if (program === 'pause' || (first === '' && waitingImages.test(image))) return forever;
  if (program === 'true') return ending(0);
  if (program === 'false') return ending(1);
  if (program === 'sleep') return inShell(`sleep ${rest.join(' ')}`);
  const isShell = program === 'sh' || program === 'bash' || program === 'ash';
  return isShell && rest[0] === '-c' && rest.length === 2 ? inShell(rest[1] ?? '') : undefined;
}

function inShell(text: string): PlainCommand | undefined {
  const { seconds, code } = script.exec(text)?.groups ?? {};
  if (seconds === undefined && code === undefined) return undefined;
  if (seconds?.startsWith('inf')) return forever;
  return { runMs: Number(seconds ?? 0) * 1000, exitCode: Number(code ?? 0) };
}
