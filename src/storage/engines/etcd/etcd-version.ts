/** The first releases of each line in which a requested progress mark never overtakes an event. */
const firstWithProgress: ReadonlyMap<string, number> = new Map([
  ['3.4', 31],
  ['3.5', 13],
]);

/**
 * Whether what a member of this version tells when it is asked for progress can be believed. Before, the mark and the
 * events went different ways through the member, and it could come first.
 */
export function tellsProgress(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const first = firstWithProgress.get(`${major}.${minor}`);
  return first === undefined ? major > 3 || (major === 3 && minor > 5) : patch >= first;
}
