import type * as X509 from '@peculiar/x509';

/** Making certificates needs a library that takes longer to load than a restart may: it is loaded on first use. */
export async function loadLibrary(): Promise<typeof X509> {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}
