import type { RecordedRequest } from './request-record.ts';
import type { RecordedWrite } from './write-record.ts';

interface StoryParts {
  readonly requests: readonly RecordedRequest[];
  readonly writes: readonly RecordedWrite[];
  readonly log: readonly string[];
}

/** Longer stories are told from their end. */
const MOST_LINES = 200;

/**
 * What happened, line by line: who asked what and was answered how, and what was written.
 *
 *     +  12 ms  201  create configmaps default/a        admin, my-operator/1.0
 *     +  13 ms       ↳ ConfigMap default/a created (231), by my-operator
 */
export function storyOf({ requests, writes, log }: StoryParts): string {
  const lines = [
    ...requests.map((request) => ({ at: request.at, text: requestLine(request) })),
    ...writes.map((write) => ({ at: write.at, text: writeLine(write) })),
  ].sort((a, b) => a.at - b.at);
  const told = lines.slice(-MOST_LINES).map(({ at, text }) => `+${at.toFixed(0).padStart(5)} ms  ${text}`);
  const left = lines.length - told.length;
  const parts = [
    ...(left > 0 ? [`… ${left} lines before`] : []),
    ...told,
    ...(log.length > 0 ? ['', "The server's log:", ...log] : []),
  ];
  return parts.join('\n');
}

function requestLine({
  verb,
  resource,
  namespace,
  name,
  path,
  status,
  user,
  userAgent,
  fault,
}: RecordedRequest): string {
  const object = [namespace, name].filter((part) => part !== '').join('/');
  const what = resource === '' ? `${verb} ${path}` : `${verb} ${resource} ${object}`.trimEnd();
  const who = [user || 'nobody', userAgent].filter((part) => part !== '').join(', ');
  const injected = fault === undefined ? '' : `  (injected: ${fault})`;
  return `${status === 0 ? '...' : status}  ${what.padEnd(50)}  ${who}${injected}`;
}

const pastTense = { create: 'created', update: 'updated', delete: 'deleted' } as const;

function writeLine(write: RecordedWrite): string {
  const { kind, type, resourceVersion, manager, changed } = write;
  const what = changed.length === 0 ? '' : `: ${changed.slice(0, 5).join(' ')}${changed.length > 5 ? ' …' : ''}`;
  return `     ↳ ${kind} ${nameOf(write)} ${pastTense[type]} (${resourceVersion})${manager && `, by ${manager}`}${what}`;
}

const nameOf = ({ namespace, name }: RecordedWrite): string => (namespace === '' ? name : `${namespace}/${name}`);

/** Who wrote what how often, the busiest first: `25 × Site default/s, by site-controller: .status.counter`. */
export function busiestWrites(writes: readonly RecordedWrite[]): readonly string[] {
  const groups = new Map<string, RecordedWrite[]>();
  for (const write of writes) {
    const key = `${write.kind} ${nameOf(write)}${write.manager && `, by ${write.manager}`}`;
    groups.set(key, [...(groups.get(key) ?? []), write]);
  }
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([key, own]) => {
      const changed = [...new Set(own.flatMap((write) => write.changed))].slice(0, 5);
      return `${own.length} × ${key}${changed.length === 0 ? '' : `: ${changed.join(' ')}`}`;
    });
}
