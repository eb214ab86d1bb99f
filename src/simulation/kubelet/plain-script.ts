/** What the variables of a script are. */
export type Variables = { readonly [name: string]: string };

interface ScriptEnd {
  /** How long it sleeps altogether; without end where it sleeps for ever. */
  readonly sleepMs: number;
  readonly exitCode: number;
  /** What it writes to its output, and into files. */
  readonly output: string;
  readonly files: ReadonlyMap<string, string>;
}

type Statement =
  | { readonly kind: 'command'; readonly words: readonly string[] }
  | { readonly kind: 'forever'; readonly body: Statement[] }
  | {
      readonly kind: 'if';
      readonly test: readonly string[];
      readonly then: Statement[];
      readonly otherwise: Statement[];
    };

/** Longer ones do more than a few words say. */
const MOST_CHARACTERS = 2000;

/** A script that cannot be told without running it. */
class NotPlain extends Error {}

/**
 * How a shell script ends that says no more than what to echo, when to sleep and with which code to exit, and decides by numbers:
 * `if [ $(expr $JOB_COMPLETION_INDEX % 2) -ne 0 ]; then exit 1; fi`. Undefined for all others.
 */
export function plainScript(text: string, variables: Variables): ScriptEnd | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  try {
    const words = wordsOf(expanded(text, variables));
    const statements = readStatements(words);
    if (words.length > 0 || statements.length === 0) return undefined;
    const run: Run = { sleepMs: 0, status: 0, isOver: false, output: '', files: new Map() };
    execute(statements, run);
    return { sleepMs: run.sleepMs, exitCode: run.status, output: run.output, files: run.files };
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

function expanded(text: string, variables: Variables): string {
  const filled = text.replace(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (_, braced, bare) => {
    const name = String(braced ?? bare);
    const value = Object.hasOwn(variables, name) ? (variables[name] ?? '') : '';
    if (!/^[\w.-]+$/.test(value)) throw new NotPlain();
    return value;
  });
  const sum =
    /\$\(\s*expr\s+(\d{1,9})\s+(\\?[-+*/%])\s+(\d{1,9})\s*\)|\$\(\(\s*(\d{1,9})\s*([-+*/%])\s*(\d{1,9})\s*\)\)/g;
  return filled.replace(sum, (_, a, op, b, c, other, d) =>
    String(calculated(Number(a ?? c), op ?? other, Number(b ?? d))),
  );
}

function calculated(a: number, operator: string, b: number): number {
  const sign = operator.at(-1);
  if (b === 0 && (sign === '/' || sign === '%')) throw new NotPlain();
  if (sign === '+') return a + b;
  if (sign === '-') return a - b;
  if (sign === '*') return a * b;
  return sign === '/' ? Math.trunc(a / b) : a % b;
}

/** A line ends as a semicolon does; `&&` goes on after what has succeeded, and all that is known here but `false` does. */
function wordsOf(text: string): string[] {
  const spaced = text.replace(/\n|;|&&/g, ' ; ').replace(/^#.*$/gm, '');
  return spaced.split(/\s+/).flatMap((word) => (word === '' ? [] : [word.replace(/^(["'])(.*)\1$/, '$2')]));
}

const closing: ReadonlySet<string> = new Set(['else', 'fi', 'done']);

/** Takes words off until the block ends. */
function readStatements(words: string[]): Statement[] {
  const statements: Statement[] = [];
  while (words.length > 0 && !closing.has(words[0] ?? '')) {
    const word = words.shift() ?? '';
    if (word === ';') continue;
    if (word === 'if') statements.push(readIf(words));
    else if (word === 'while') statements.push(readWhile(words));
    else statements.push({ kind: 'command', words: [word, ...until(words, ';')] });
  }
  return statements;
}

function readIf(words: string[]): Statement {
  const test = until(words, ';');
  while (words[0] === ';') words.shift();
  if (words.shift() !== 'then') throw new NotPlain();
  const then = readStatements(words);
  const hasElse = words[0] === 'else';
  if (hasElse) words.shift();
  const otherwise = hasElse ? readStatements(words) : [];
  if (words.shift() !== 'fi') throw new NotPlain();
  return { kind: 'if', test, then, otherwise };
}

/** Only what never ends is known to go on. */
function readWhile(words: string[]): Statement {
  const test = until(words, ';').join(' ');
  while (words[0] === ';') words.shift();
  if ((test !== 'true' && test !== ':') || words.shift() !== 'do') throw new NotPlain();
  const body = readStatements(words);
  if (words.shift() !== 'done') throw new NotPlain();
  return { kind: 'forever', body };
}

function until(words: string[], end: string): string[] {
  const at = words.indexOf(end);
  return words.splice(0, at === -1 ? words.length : at);
}

interface Run {
  sleepMs: number;
  /** Of the last command. */
  status: number;
  isOver: boolean;
  output: string;
  readonly files: Map<string, string>;
}

function execute(statements: readonly Statement[], run: Run): void {
  for (const statement of statements) {
    if (run.isOver) return;
    if (statement.kind === 'if') execute(isTrue(statement.test) ? statement.then : statement.otherwise, run);
    else if (statement.kind === 'command') executeCommand(statement.words, run);
    else executeForever(statement.body, run);
  }
}

function executeForever(body: readonly Statement[], run: Run): void {
  execute(body, run);
  if (run.isOver) return;
  run.sleepMs = Number.POSITIVE_INFINITY;
  run.isOver = true;
}

function executeCommand([path = '', ...args]: readonly string[], run: Run): void {
  const [first = ''] = args;
  const command = path.replace(/^(\/usr)?\/bin\//, '');
  if (command === 'echo') {
    echo(args, run);
    return;
  }
  if (command === 'sleep' && /^(\d+(\.\d+)?[smhd]?|inf(inity)?)$/.test(first)) {
    run.sleepMs += sleepMs(first);
    run.status = 0;
    return;
  }
  if (command === 'tail' && args.join(' ') === '-f /dev/null') {
    run.sleepMs = Number.POSITIVE_INFINITY;
    run.isOver = true;
    return;
  }
  // What is done on a signal matters only to who sends one.
  if (command === 'trap') return;
  const code = command === 'exit' && /^\d{1,3}$/.test(first) ? Number(first) : commandCodes.get(command);
  if (code === undefined || args.length > (command === 'exit' ? 1 : 0)) throw new NotPlain();
  run.status = code;
  run.isOver = command === 'exit';
}

const units: { readonly [unit: string]: number } = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30`, `1.5s`, `2m`, `1h`, `1d`, `infinity` */
function sleepMs(text: string): number {
  if (text.startsWith('inf')) return Number.POSITIVE_INFINITY;
  return Number.parseFloat(text) * (units[text.at(-1) ?? ''] ?? 1000);
}

function echo(args: readonly string[], run: Run): void {
  const at = args.indexOf('>');
  const [words, [, file, ...rest]] = at === -1 ? [args, []] : [args.slice(0, at), args.slice(at)];
  const isPlain = words.every((word) => /^[\w.,:!?'"-]+$/.test(word)) && rest.length === 0;
  if (!isPlain || (at !== -1 && file === undefined)) throw new NotPlain();
  const isBare = words[0] === '-n';
  const text = (isBare ? words.slice(1) : words).join(' ').replace(/["']/g, '') + (isBare ? '' : '\n');
  if (file === undefined) run.output += text;
  else run.files.set(file, text);
  run.status = 0;
}

const commandCodes: ReadonlyMap<string, number> = new Map([
  ['true', 0],
  [':', 0],
  ['false', 1],
]);

const comparisons: { readonly [operator: string]: (a: string, b: string) => boolean } = {
  '-eq': (a, b) => Number(a) === Number(b),
  '-ne': (a, b) => Number(a) !== Number(b),
  '-lt': (a, b) => Number(a) < Number(b),
  '-le': (a, b) => Number(a) <= Number(b),
  '-gt': (a, b) => Number(a) > Number(b),
  '-ge': (a, b) => Number(a) >= Number(b),
  '=': (a, b) => a === b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

function isTrue([open = '', a = '', operator = '', b = '', ...rest]: readonly string[]): boolean {
  const isTest = (open === '[' && rest[0] === ']') || (open === '[[' && rest[0] === ']]');
  const compare = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
  if (!isTest || rest.length !== 1 || compare === undefined) throw new NotPlain();
  return compare(a, b);
}
