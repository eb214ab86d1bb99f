import type { CoreV1 } from '#apis';
import { getOwn } from '#meta';
import { plainScript, type Variables } from './plain-script.ts';

type Container = CoreV1['Container'];
type Pod = CoreV1['Pod'];

/** What a command is known to do. */
export interface PlainCommand {
  /** How long it runs; undefined: until somebody stops it. */
  readonly runMs: number | undefined;
  readonly exitCode: number;
  /** What it writes to its output, and into files. */
  readonly output?: string;
  readonly files?: ReadonlyMap<string, string>;
}

const forever: PlainCommand = { runMs: undefined, exitCode: 0 };
const ending = (exitCode: number): PlainCommand => ({ runMs: 0, exitCode });

/** Images that do nothing but wait when they are told nothing: the one of sandboxes, and the one of upstream's own tests. */
const waitingImages = /(^|\/)(pause|agnhost)([:@]|$)/;

/**
 * What a container does, where its command is so plain that it needs no running to be known: `sleep 30`, `true`, `false`,
 * `tail -f /dev/null`, `sh -c 'exit 1'`, the command `pause`, and images that only wait. Undefined for all others.
 */
export function plainCommand(
  { image = '', command = [], args = [] }: Pick<Container, 'image' | 'command' | 'args'>,
  variables: Variables = {},
): PlainCommand | undefined {
  const [first = '', ...rest] = [...command, ...args];
  const program = first.split('/').at(-1);
  if (program === 'pause' || (first === '' && waitingImages.test(image))) return forever;
  if (program === 'true') return ending(0);
  if (program === 'false') return ending(1);
  if (program === 'sleep' || program === 'tail') return inShell(`${program} ${rest.join(' ')}`, variables);
  const isShell = program === 'sh' || program === 'bash' || program === 'ash';
  return isShell && rest[0] === '-c' && rest.length === 2 ? inShell(rest[1] ?? '', variables) : undefined;
}

function inShell(text: string, variables: Variables): PlainCommand | undefined {
  const end = plainScript(text, variables);
  if (end === undefined) return undefined;
  const { sleepMs, exitCode, output, files } = end;
  if (sleepMs === Number.POSITIVE_INFINITY) return forever;
  return { runMs: sleepMs, exitCode, ...(output && { output }), ...(files.size > 0 && { files }) };
}

/** The variables of a container, as far as they are values, or annotations, labels and the like of its pod. */
export function variablesOf({ metadata, spec, status }: Pod, { env = [] }: Container): Variables {
  const known: { [field: string]: string | undefined } = {
    'metadata.name': metadata.name,
    'metadata.namespace': metadata.namespace,
    'spec.nodeName': spec?.nodeName,
    'status.podIP': status?.podIP,
  };
  return Object.fromEntries(
    env.flatMap(({ name = '', value, valueFrom }) => {
      const { fieldPath = '' } = valueFrom?.fieldRef ?? {};
      const [, kind, key = ''] = /^metadata\.(annotations|labels)\['(.+)'\]$/.exec(fieldPath) ?? [];
      const mapped = kind === 'labels' ? metadata.labels : metadata.annotations;
      const found = value ?? (kind === undefined ? getOwn(known, fieldPath) : (getOwn(mapped ?? {}, key) ?? ''));
      return found === undefined ? [] : [[name, found]];
    }),
  );
}
