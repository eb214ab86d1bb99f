/** How kinds say that they cannot be selected by a field, where they do not say so as most do. */

/** Kinds that are in no namespace and know it. */
export function refusesNamespace(field: string): string | undefined {
  return field === 'metadata.namespace' ? `field label not supported: ${field}` : undefined;
}

/** Others have words of their own for whatever they do not know. */
export function refusesOthers(
  known: readonly string[],
  words: (field: string) => string,
): (field: string) => string | undefined {
  const all = new Set(['metadata.name', 'metadata.namespace', ...known]);
  return (field) => (all.has(field) ? undefined : words(field));
}
