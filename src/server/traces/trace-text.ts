import type { JsonObject } from '#meta';
import type { StageTimes } from '#registry';

const LONGEST_TEXT = 300;

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
}

type Times = ReadonlyMap<string, number> | undefined;

export function traceJson(trace: RequestTrace): JsonObject {
  const { method, verb, path, query, agent, user, status, bytes, milliseconds } = trace;
  const { authentication, authorization } = trace;
  const { admission, conversion, storage, plugins, webhooks } = trace.stages;
  const rest = Math.max(milliseconds - authentication - authorization - admission - conversion - storage, 0);
  return {
    time: new Date(trace.at).toISOString(),
    verb,
    method,
    path: path.slice(0, LONGEST_TEXT),
    query: query.slice(0, LONGEST_TEXT),
    status,
    bytes,
    user,
    userAgent: agent.slice(0, LONGEST_TEXT),
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
  };
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
