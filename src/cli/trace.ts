import { isJsonObject, type Json, type JsonObject } from '#meta';
import { CommandError } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { askTarget, type TargetInvocation } from './local/target.ts';

interface TraceInvocation extends TargetInvocation {
  readonly options: TargetInvocation['options'] & {
    readonly limit: number;
    readonly slowest: boolean;
    readonly output: 'text' | 'json';
  };
}

/** Tells the last requests of a server, and where their time went. */
export function trace(invocation: TraceInvocation): Promise<number> {
  const { options, stdout } = invocation;
  return askTarget(invocation, async ({ cluster }) => {
    const found = await cluster.find('/pinnace/requests');
    if (found === undefined) throw new CommandError('the server does not tell: it is no Pinnace, or an older one');
    const all = Array.isArray(found.requests) ? found.requests.filter(isJsonObject) : [];
    const sorted = options.slowest ? [...all].sort((a, b) => Number(b.milliseconds) - Number(a.milliseconds)) : all;
    const requests = sorted.slice(0, options.limit);
    stdout.write(options.output === 'json' ? `${JSON.stringify({ requests })}\n` : requests.map(text).join(''));
    return exitCodes.good;
  });
}

/** What took less is not worth a word. */
const LEAST_STAGE_MS = 0.01;
const LEAST_PLUGIN_MS = 0.1;

function text({ time, verb, method, path, status, user, milliseconds, stages, admission, thread }: JsonObject): string {
  const { plugins, webhooks } = objectOr(admission);
  const slow = [...timesIn(webhooks, 0), ...timesIn(plugins, LEAST_PLUGIN_MS)];
  const who = user === '' ? '-' : user;
  const first = `${time} ${verb || method} ${path} ${status} ${milliseconds} ms ${who}\n`;
  const where = thread === true ? ', in another thread' : '';
  const why = slow.length === 0 ? '' : ` (${slow.join(', ')})`;
  return `${first}    ${timesIn(stages, LEAST_STAGE_MS).join(', ')}${why}${where}\n`;
}

function timesIn(times: Json | undefined, least: number): string[] {
  return Object.entries(objectOr(times)).flatMap(([name, time]) => (Number(time) >= least ? `${name} ${time}` : []));
}

const objectOr = (value: Json | undefined): JsonObject => (value !== undefined && isJsonObject(value) ? value : {});
