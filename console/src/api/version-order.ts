const PATTERN = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const maturities = ['alpha', 'beta', ''];

/** Sorts versions as Kubernetes prefers them: stable before beta before alpha, the newest first, then all other names. */
export function byPreference(a: string, b: string): number {
  const [left, right] = [PATTERN.exec(a), PATTERN.exec(b)];
  if (left === null || right === null) return Number(left === null) - Number(right === null) || (a < b ? -1 : 1);
  const rank = (found: RegExpExecArray): readonly number[] => [
    maturities.indexOf(found[2] ?? ''),
    Number(found[1]),
    Number(found[3] ?? 0),
  ];
  const [one, other] = [rank(left), rank(right)];
  const differs = one.findIndex((value, at) => value !== other[at]);
  return differs < 0 ? 0 : (other[differs] ?? 0) - (one[differs] ?? 0);
}
