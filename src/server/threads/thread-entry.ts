/** Where a thread begins. From source there is no thread that could run TypeScript: it takes what was built. */
export function threadEntry(name: string): URL {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) return new URL(`./${name}.js`, here);
  return new URL(`../../../dist/bundle/${name}.js`, here);
}
