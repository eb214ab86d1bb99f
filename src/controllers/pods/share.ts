/** `3` or `25%` of a total, rounded as asked. */
export function shareOf(value: number | string | undefined, total: number, round: 'up' | 'down'): number {
  if (value === undefined) return 0;
  if (typeof value === 'number') return value;
  const percent = Number(/^([0-9]+)%$/.exec(value)?.[1] ?? 0);
  return round === 'up' ? Math.ceil((percent * total) / 100) : Math.floor((percent * total) / 100);
}
