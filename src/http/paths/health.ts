import { getOwn, parseQuery } from '#meta';
import { type HttpCall, pageNotFound, type Reply, TEXT, textReply } from '../call.ts';

/** One thing that can be well or not. A text says what is wrong. */
export interface HealthCheck {
  readonly name: string;
  /** Undefined when all is well. */
  fault(): Promise<string | undefined>;
  /** A warning that is reported although the check passes. */
  note?(): string | undefined;
}

export interface HealthChecks {
  /** Checks of `/livez`: the process need not be restarted. */
  readonly live: readonly HealthCheck[];
  /** Checks of `/healthz`. */
  readonly healthy: readonly HealthCheck[];
  /** Checks of `/readyz`: requests can be served. */
  readonly ready: readonly HealthCheck[];
}

const checkLists: Readonly<Record<string, keyof HealthChecks>> = { livez: 'live', healthz: 'healthy', readyz: 'ready' };

/** `/livez`, `/livez/CHECK`, `?verbose`, `?exclude=CHECK`; the same for readyz and healthz. */
export async function health(checks: HealthChecks, call: HttpCall, path: string): Promise<Reply | undefined> {
  const [endpoint = '', ...rest] = path.slice(1).split('/');
  const list = getOwn(checkLists, endpoint);
  if (list === undefined) return undefined;
  const all = checks[list];
  const name = rest.join('/');
  if (rest.length > 0) return one(all.find((check) => check.name === name));
  return every(endpoint, all, parseQuery(call.query));
}

async function one(check: HealthCheck | undefined): Promise<Reply> {
  if (check === undefined) return pageNotFound();
  const fault = await check.fault();
  // The real server sends this text without the header that its other texts have.
  if (fault === undefined) return { status: 200, headers: { 'content-type': TEXT }, body: Buffer.from('ok') };
  return textReply(500, `internal server error: ${fault}\n`);
}

async function every(
  endpoint: string,
  all: readonly HealthCheck[],
  query: ReturnType<typeof parseQuery>,
): Promise<Reply> {
  const excluded = new Set(query.get('exclude') ?? []);
  const lines: string[] = [];
  let failed = 0;
  let noted = false;
  for (const check of all) {
    if (excluded.delete(check.name)) {
      lines.push(`[+]${check.name} excluded: ok`);
      continue;
    }
    const fault = await check.fault();
    const note = check.note?.();
    if (fault !== undefined) failed++;
    if (note !== undefined) noted = true;
    const well = note === undefined ? `[+]${check.name} ok` : `[+]${check.name} ok, but ${note}`;
    lines.push(fault === undefined ? well : `[-]${check.name} failed: ${fault}`);
  }
  if (excluded.size > 0)
    lines.push(
      `warn: some health checks cannot be excluded: no matches for ${[...excluded].map((name) => `"${name}"`).join(', ')}`,
    );
  if (failed > 0) return textReply(500, `${lines.join('\n')}\n${endpoint} check failed\n`);
  return textReply(200, query.has('verbose') || noted ? `${lines.join('\n')}\n${endpoint} check passed\n` : 'ok');
}
