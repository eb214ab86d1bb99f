import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files of the user's project. Paths are told from its root, with slashes. */
export interface ProjectFiles {
  /** The absolute path of the root, for what the compiler looks for itself. */
  readonly root: string;
  /** None where there is no such file. */
  read(path: string): string | undefined;
  /** Names of the folders in a folder, sorted. */
  folders(path: string): readonly string[];
  write(path: string, text: string): void;
  remove(path: string): void;
}

export function diskFiles(root: string): ProjectFiles {
  return {
    root,
    read: (path) => readIfThere(join(root, path)),
    folders(path) {
      const folder = join(root, path);
      if (!existsSync(folder)) return [];
      const entries = readdirSync(folder, { withFileTypes: true });
      return visibleFolders(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name));
    },
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    remove: (path) => rmSync(join(root, path), { force: true }),
  };
}

/** A project in memory. */
export function memoryFiles(texts: { readonly [path: string]: string }): ProjectFiles & {
  /** All files there are now. */
  readonly texts: ReadonlyMap<string, string>;
} {
  const files = new Map(Object.entries(texts));
  return {
    root: '/project',
    texts: files,
    read: (path) => files.get(path),
    folders(path) {
      const below = [...files.keys()].filter((name) => name.startsWith(`${path}/`));
      const names = below.map((name) => name.slice(path.length + 1).split('/'));
      return visibleFolders(names.filter(({ length }) => length > 1).map(([name = '']) => name));
    },
    write: (path, text) => void files.set(path, text),
    remove: (path) => void files.delete(path),
  };
}

const visibleFolders = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].filter((name) => !name.startsWith('.')).sort();

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
