const open = ['/healthz', '/livez', '/readyz', '/version'];

/** Paths that need no credentials: health and version, with what lies below them. */
export function isOpenPath(path: string): boolean {
  return open.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}
