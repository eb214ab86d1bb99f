import type { ServedResource } from '../../api/discovery.ts';

/** The resources that can be listed and have all words in their names; better matches first. */
export function matchingResources(all: readonly ServedResource[], text: string): readonly ServedResource[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return all
    .filter(({ verbs }) => verbs.includes('list'))
    .map((one) => ({ one, rank: rankOf(one, words) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank || compare(a.one.resource, b.one.resource) || compare(a.one.group, b.one.group))
    .map(({ one }) => one);
}

const NO_MATCH = 9;

function rankOf(one: ServedResource, words: readonly string[]): number {
  return words.reduce((worst, word) => Math.max(worst, rankOfWord(one, word)), 0);
}

function rankOfWord({ resource, singular, shortNames, kind, group }: ServedResource, word: string): number {
  if (resource === word || singular === word || shortNames.includes(word)) return 0;
  if (resource.startsWith(word)) return 1;
  return [resource, kind.toLowerCase(), group, ...shortNames].some((name) => name.includes(word)) ? 2 : NO_MATCH;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
