import type { JsonObject, Status } from '#meta';
import type { StageTimes, Watch } from '#registry';

const LONGEST_TEXT = 300;
/** Of what a refusal said. */
const LONGEST_MESSAGE = 2000;

interface Refusal {
  readonly reason: string;
  readonly message: string;
}

/** What is remembered of a request. Times are in milliseconds. */
export interface RequestTrace {
  /** When it came. */
  readonly at: number;
  readonly method: string;
  /** '' where it has none that Kubernetes knows. */
  readonly verb: string;
  readonly path: string;
  readonly query: string;
  readonly agent: string;
  readonly user: string;
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly authentication: number;
  readonly authorization: number;
  readonly stages: StageTimes;
  /** It was served in another thread. */
  readonly isElsewhere: boolean;
  /** Why it was refused, in the server's words. */
  readonly refusal: Refusal | undefined;
  /** How far it is, where it is a watch that runs. */
  readonly watch: Pick<Watch, 'revision' | 'behind'> | undefined;
}

type Times = ReadonlyMap<string, number> | undefined;

export function traceJson(trace: RequestTrace): JsonObject {
  const { status, bytes, milliseconds, authentication, authorization, refusal } = trace;
  const { admission, conversion, storage, plugins, webhooks } = trace.stages;
  const rest = Math.max(milliseconds - authentication - authorization - admission - conversion - storage, 0);
  return {
    ...requestJson(trace),
    status,
    bytes,
    milliseconds: rounded(milliseconds),
    stages: {
      authentication: rounded(authentication),
      authorization: rounded(authorization),
      admission: rounded(admission),
      conversion: rounded(conversion),
      storage: rounded(storage),
      rest: rounded(rest),
    },
    admission: { plugins: asObject(plugins), webhooks: asObject(webhooks) },
    ...(trace.isElsewhere && { thread: true }),
    ...(refusal !== undefined && { refusal: { ...refusal } }),
  };
}

/** One that is not answered yet, or whose answer goes on. */
export function runningJson(trace: RequestTrace, now: number): JsonObject {
  const { watch } = trace;
  return {
    ...requestJson(trace),
    milliseconds: Math.max(now - trace.at, 0),
    ...(watch !== undefined && { watch: watchJson(watch) }),
  };
}

/** Up to which revision everything was handed out, and how many events wait behind it. */
function watchJson(watch: Pick<Watch, 'revision' | 'behind'>): JsonObject {
  const behind = watch.behind?.();
  return { revision: watch.revision(), ...(behind !== undefined && { behind }) };
}

function requestJson({ at, verb, method, path, query, user, agent }: RequestTrace): JsonObject {
  return {
    time: new Date(at).toISOString(),
    verb,
    method,
    path: path.slice(0, LONGEST_TEXT),
    query: query.slice(0, LONGEST_TEXT),
    user,
    userAgent: agent.slice(0, LONGEST_TEXT),
  };
}

/** What is kept of an answer that is a Status: nothing of one that tells that all went well. */
export function refusalIn(told: Status | undefined): Refusal | undefined {
  if (told?.status !== 'Failure') return undefined;
  const { reason = '', message = '' } = told;
  // Copied: a part of a text would keep the whole of it in memory.
  return { reason, message: Buffer.from(message.slice(0, LONGEST_MESSAGE)).toString() };
}

const asObject = (times: Times): JsonObject =>
  Object.fromEntries([...(times ?? [])].map(([name, time]) => [name, rounded(time)]));

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

/** How long the request waited for webhooks, of which some are asked at the same time. */
const webhookTime = ({ plugins }: StageTimes): number =>
  (plugins?.get('MutatingAdmissionWebhook') ?? 0) + (plugins?.get('ValidatingAdmissionWebhook') ?? 0);

/** `patch /api/v1/… 200 13.1 ms, conversion 4.0 ms, webhooks 6.2 ms jane kubectl/v1.36` */
export function traceLine(trace: RequestTrace): string {
  const { method, verb, path, query, status, milliseconds, user, agent, stages } = trace;
  const where = query === '' ? path : `${path}?${query}`;
  const took = [`${milliseconds.toFixed(1)} ms`];
  if (stages.conversion > 0) took.push(`conversion ${stages.conversion.toFixed(1)} ms`);
  if (stages.webhooks !== undefined) took.push(`webhooks ${webhookTime(stages).toFixed(1)} ms`);
  const who = `${user === '' ? '-' : user} ${agent.split(' ')[0] || '-'}`;
  return `${verb || method} ${where.slice(0, LONGEST_TEXT)} ${status} ${took.join(', ')} ${who}`;
}
