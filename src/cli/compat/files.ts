import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CompatInputError, type DefinitionSet } from '#compat';
import { definitionsIn, isSourceFile, MAX_FILE_BYTES, MAX_FILES, type SourceFile } from './documents.ts';

/** A file or a folder with all that is below it; `-` is standard input. */
export function filesSource(path: string): DefinitionSet {
  if (path === '-') return definitionsIn('standard input', [{ path: 'standard input', read: () => readFileSync(0) }]);
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) throw new CompatInputError(`${path}: there is no such file or folder`);
  return definitionsIn(path, entry.isDirectory() ? filesBelow(path) : [fileAt(path)]);
}

function fileAt(path: string): SourceFile {
  return {
    path,
    isAtHand: true,
    read: () => {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_FILE_BYTES) {
        throw new CompatInputError(`${path}: the file is larger than ${MAX_FILE_BYTES} bytes`);
      }
      return readFileSync(path);
    },
  };
}

function filesBelow(folder: string): readonly SourceFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSourceFile).sort();
  if (names.length > MAX_FILES) throw new CompatInputError(`${folder}: there are more than ${MAX_FILES} files`);
  // A link may lead out of the folder, or in a circle.
  const paths = names.map((name) => join(folder, name)).filter((path) => lstatSync(path).isFile());
  return paths.map(fileAt);
}
