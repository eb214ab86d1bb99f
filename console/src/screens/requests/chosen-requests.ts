import type { RequestTrace, RunningRequest } from './request-record.ts';

export interface RequestChoice {
  /** Words that the path, the user, the agent, the verb or the status have. */
  readonly search: string;
  readonly refusedOnly: boolean;
  /** Also what consoles ask, such as this one. */
  readonly withConsole: boolean;
  /** Instead of the newest first. */
  readonly slowestFirst: boolean;
}

export function chosenRequests(all: readonly RequestTrace[], choice: RequestChoice): readonly RequestTrace[] {
  const found = all.filter(
    (one) =>
      hasWords(one, choice.search) &&
      (!choice.refusedOnly || one.status >= 400) &&
      (choice.withConsole || !isOfConsole(one)),
  );
  return choice.slowestFirst ? [...found].sort((a, b) => b.milliseconds - a.milliseconds) : found;
}

export const isOfConsole = ({ userAgent }: RunningRequest): boolean => userAgent.startsWith('pinnace-console/');

export function hasWords(one: RunningRequest & { readonly status?: number }, search: string): boolean {
  const text = [one.verb, one.method, one.path, one.query, one.user, one.userAgent, one.status].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
