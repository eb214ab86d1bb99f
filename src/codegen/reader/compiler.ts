import { createRequire } from 'node:module';
import { join } from 'node:path';
import type ts from '@typescript/typescript6';

/** The API of TypeScript's compiler, as versions below 7 have it. */
export type Compiler = typeof ts;

/** In this order: the one that can stand beside TypeScript 7, and an older TypeScript itself. */
const packages = ['@typescript/typescript6', 'typescript'];

const INSTALL_COMMAND = 'npm install --save-dev @typescript/typescript6';

export class CompilerMissing extends Error {
  constructor() {
    super(
      `types are read with the API of TypeScript's compiler, which TypeScript 7 does not have. Install one that does, beside it: ${INSTALL_COMMAND}`,
    );
    this.name = 'CompilerMissing';
  }
}

/** The compiler of the user's project, else one that is found from here. It is loaded when it is needed. */
export function loadCompiler(root: string): Compiler {
  for (const from of [join(root, 'package.json'), import.meta.url]) {
    for (const name of packages) {
      const found = compilerFrom(from, name);
      if (found !== undefined) return found;
    }
  }
  throw new CompilerMissing();
}

function compilerFrom(from: string, name: string): Compiler | undefined {
  const load = createRequire(from);
  try {
    const found = load(name) as Partial<Compiler>;
    // TypeScript 7 has a package of that name too, without the API.
    return typeof found.createSourceFile === 'function' ? (found as Compiler) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED');
