/** A version by semver.org 2.0.0. */
export interface Semver {
  readonly numbers: readonly number[];
  /** Undefined for a release. */
  readonly prerelease: readonly string[] | undefined;
}

const pattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

const LONGEST = 1024;

export function parseSemver(text: string): Semver | undefined {
  const match = text.length > LONGEST ? null : pattern.exec(text);
  if (match === null) return undefined;
  return { numbers: match.slice(1, 4).map(Number), prerelease: match[4]?.split('.') };
}

/** Below 0 when `a` comes before `b`. What stands behind a `+` does not count. */
export function compareSemver(a: Semver, b: Semver): number {
  const at = a.numbers.findIndex((number, i) => number !== b.numbers[i]);
  if (at >= 0) return (a.numbers[at] as number) - (b.numbers[at] as number);
  if (a.prerelease === undefined || b.prerelease === undefined) {
    return Number(a.prerelease === undefined) - Number(b.prerelease === undefined);
  }
  return comparePrereleases(a.prerelease, b.prerelease);
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  for (const [i, part] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    if (part !== other) return comparePart(part, other);
  }
  return a.length - b.length;
}

/** Numbers come before words. */
function comparePart(a: string, b: string): number {
  const [numberA, numberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (numberA && numberB) return Number(a) - Number(b);
  if (numberA !== numberB) return numberA ? -1 : 1;
  return a < b ? -1 : 1;
}
