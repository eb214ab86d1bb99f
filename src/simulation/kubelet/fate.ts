import type { CoreV1 } from '#apis';
import { getOwn } from '#meta';
import { type PlainCommand, plainCommand, variablesOf } from './plain-command.ts';
import { subPathError } from './sub-path.ts';

type Pod = CoreV1['Pod'];
type Container = CoreV1['Container'];

/** What becomes of a container, as annotations of its pod say. */
export interface Fate {
  /** How long it takes to start. */
  readonly startMs: number;
  /** How long it runs before it ends; undefined: until somebody stops it. */
  readonly runMs: number | undefined;
  readonly exitCode: number;
  /** What it leaves when it ends. */
  readonly message: string | undefined;
  readonly isReady: boolean;
  /** How long it runs before it is ready. */
  readonly readyMs: number;
  readonly failsToPull: boolean;
  /** Why it cannot be made as it is. */
  readonly configError: string | undefined;
  /** How long it takes to stop when it is asked to. */
  readonly stopMs: number;
}

const PREFIX = 'pinnace.dev/';
const FOREVER = 'forever';

interface FateSettings {
  readonly delayMs: number;
  /** Whether others of the pod run or ran before: what takes time to start is the pod. */
  readonly isLater: boolean;
  /** Whether the container is one that ends by itself where nothing else is said. */
  readonly ends: boolean;
  /** Whether what is said for the pod counts for the container, or only what names it. */
  readonly ownOnly: boolean;
}

/**
 * `pinnace.dev/exit-code` is said for all containers of a pod but its init containers, `pinnace.dev/exit-code.web` for one
 * of them.
 */
export function fateOf(pod: Pod, container: Container, { delayMs, isLater, ends, ownOnly }: FateSettings): Fate {
  const { name = '' } = container;
  const annotations = pod.metadata.annotations ?? {};
  const said = (key: string): string | undefined =>
    getOwn(annotations, `${PREFIX}${key}.${name}`) ?? (ownOnly ? undefined : getOwn(annotations, PREFIX + key));
  const duration = said('duration');
  const exitCode = said('exit-code');
  const crashes = said('crash-loop') === 'true';
  const plain = plainCommand(container, variablesOf(pod, container));
  const usualMs = plain === undefined ? (ends ? delayMs : undefined) : plainMs(plain, delayMs);
  return {
    startMs: durationMs(said('start-delay')) ?? (isLater ? 0 : delayMs),
    runMs:
      duration === FOREVER
        ? undefined
        : (durationMs(duration) ?? (crashes || exitCode !== undefined ? delayMs : usualMs)),
    exitCode: wholeNumber(exitCode) ?? (crashes ? 1 : (plain?.exitCode ?? 0)),
    message: exitCode === undefined && !crashes && plain ? terminationMessage(container, plain) : undefined,
    isReady: said('ready') === undefined ? passesProbe(container) : said('ready') !== 'false',
    readyMs: Number(container.readinessProbe?.initialDelaySeconds ?? 0) * 1000,
    failsToPull: said('image-pull') === undefined ? isNoImage(container.image ?? '') : said('image-pull') === 'fail',
    configError: subPathError(pod, container),
    stopMs: durationMs(said('stop-duration')) ?? delayMs,
  };
}

/** k8s: kuberuntime getTerminationMessage */
function terminationMessage(container: Container, { exitCode, output, files }: PlainCommand): string | undefined {
  const { terminationMessagePath = '/dev/termination-log', terminationMessagePolicy } = container;
  const fallsBack = terminationMessagePolicy === 'FallbackToLogsOnError' && exitCode !== 0;
  return files?.get(terminationMessagePath) ?? (fallsBack ? output : undefined);
}

/** A probe is passed, unless it is a command that is known to fail. */
function passesProbe({ readinessProbe }: Container): boolean {
  const { command } = readinessProbe?.exec ?? {};
  return command === undefined || (plainCommand({ command })?.exitCode ?? 0) === 0;
}

/** Its name says that it is not there: a tag that people choose for that, a registry of a domain that can never exist. */
const isNoImage = (image: string): boolean =>
  /:(404|non-existent|nonexistent)$/.test(image) || /^(invalid\.[^/]*|[^/]*\.invalid(:\d+)?)\//.test(image);

/** What ends at once takes as long as anything that ends. */
const plainMs = ({ runMs }: PlainCommand, delayMs: number): number | undefined =>
  runMs === undefined ? undefined : Math.max(runMs, delayMs);

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

const units: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `200ms`, `1.5s`, `2m`, `1h`; undefined for what is none of them. */
function durationMs(text: string | undefined): number | undefined {
  const [, count, unit = ''] = /^(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)$/.exec(text ?? '') ?? [];
  return count === undefined ? undefined : Number(count) * (units[unit] ?? 1);
}
