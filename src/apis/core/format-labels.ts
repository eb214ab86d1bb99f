/** Labels in one line, in order of their keys: `app=web,tier=front`. */
export function formatLabels(labels: { readonly [key: string]: string } | undefined): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? '<none>' : pairs.sort().join(',');
}
