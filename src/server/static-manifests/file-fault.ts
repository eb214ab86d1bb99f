import { getSystemErrorMap } from 'node:util';

/** What is wrong with a file, as Go says it: `open /a/b: no such file or directory`. */
export function fileFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { errno, syscall, path } = error as NodeJS.ErrnoException;
  const [, words] = errno === undefined ? [] : (getSystemErrorMap().get(errno) ?? []);
  if (words === undefined) return error.message;
  return [callNames[syscall ?? ''] ?? syscall, path]
    .filter((word) => word !== undefined)
    .join(' ')
    .concat(`: ${plain[words] ?? words}`);
}

/** Folders are opened too before they are read. */
const callNames: { readonly [syscall: string]: string } = { scandir: 'open' };

const plain: { readonly [words: string]: string } = {
  'illegal operation on a directory': 'is a directory',
};
