const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'm'],
  [1, 's'],
] as const;

/** How long ago something was, in the way kubectl says it: `45s`, `12m`, `3h5m`, `2d`. */
export function ageOf(time: string | undefined, now: number): string {
  const then = time === undefined ? Number.NaN : Date.parse(time);
  if (Number.isNaN(then)) return '';
  let rest = Math.max(0, Math.floor((now - then) / 1000));
  const parts: string[] = [];
  for (const [seconds, unit] of UNITS) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return twoPartsAtMost(parts);
}

/** A second part is worth a word only beside a small first one. */
function twoPartsAtMost([first = '0s', second]: readonly string[]): string {
  return second !== undefined && Number.parseInt(first, 10) < 10 && !first.endsWith('d') ? first + second : first;
}
