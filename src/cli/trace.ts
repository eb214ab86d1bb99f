import { isJsonObject, type JsonObject } from '#meta';
import { CommandError } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { askTarget, type TargetInvocation } from './local/target.ts';

export interface TraceInvocation extends TargetInvocation {
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

function text({ time, verb, method, path, status, user, milliseconds, stages, admission }: JsonObject): string {
  const times = isJsonObject(stages ?? null) ? Object.entries(stages as JsonObject) : [];
  const plugins = isJsonObject(admission ?? null) ? Object.entries(admission as JsonObject) : [];
  const told = times.filter(([, time]) => Number(time) >= 0.01).map(([name, time]) => `${name} ${time}`);
  const slow = plugins.filter(([, time]) => Number(time) >= 0.1).map(([name, time]) => `${name} ${time}`);
  const who = user === '' ? '-' : user;
  const first = `${time} ${verb || method} ${path} ${status} ${milliseconds} ms ${who}\n`;
  return `${first}    ${told.join(', ')}${slow.length === 0 ? '' : ` (${slow.join(', ')})`}\n`;
}
