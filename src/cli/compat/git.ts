import { execFileSync } from 'node:child_process';
import { CompatInputError, type DefinitionSet } from '#compat';
import { definitionsIn, isSourceFile, MAX_FILE_BYTES, MAX_FILES, type SourceFile } from './documents.ts';

/** `git:v1.2.0:config/crd`: a file or folder as it was at a commit, a tag or a branch of the repository around us. */
export function gitSource(address: string): DefinitionSet {
  const match = /^git:([^:]+):(.*)$/.exec(address);
  if (match === null) throw new CompatInputError(`${address}: write git:REF:path, for instance git:v1.2.0:config/crd`);
  const [, ref = '', path = ''] = match;
  const files = gitFiles(ref, path);
  if (files.length === 0) throw new CompatInputError(`${address}: there is no such file or folder at ${ref}`);
  return definitionsIn(address, files);
}

/** The files at or below a path, as they were at a reference; none where the path did not exist. */
export function gitFiles(ref: string, path: string): readonly SourceFile[] {
  const commit = commitOf(ref);
  const clean = path.replace(/^\.?\/+|\/+$/g, '');
  const listed = git([
    'ls-tree',
    '-r',
    '-z',
    '--full-tree',
    '--name-only',
    commit,
    ...(clean === '' ? [] : ['--', clean]),
  ]);
  const names = listed
    .toString()
    .split('\0')
    .filter((name) => name !== '' && (name === clean || isSourceFile(name)));
  if (names.length > MAX_FILES)
    throw new CompatInputError(`git:${ref}:${path}: there are more than ${MAX_FILES} files`);
  return names.map((name) => ({ path: name, read: () => git(['cat-file', 'blob', `${commit}:${name}`]) }));
}

function commitOf(ref: string): string {
  // What begins with a dash would be taken for an option.
  if (ref.startsWith('-')) throw new CompatInputError(`git: ${JSON.stringify(ref)} is no reference`);
  try {
    return git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])
      .toString()
      .trim();
  } catch (error) {
    if (error instanceof CompatInputError && !error.message.endsWith('no answer')) throw error;
    throw new CompatInputError(`git: there is no commit, tag or branch ${JSON.stringify(ref)}`, { cause: error });
  }
}

/** Tags that name a release, the oldest first. */
export function releaseTags(): readonly string[] {
  const tags = git(['tag', '--list', '--sort=v:refname']).toString().split('\n');
  return tags.filter((tag) => /^(.*\/)?v?\d+\.\d+\.\d+$/.test(tag));
}

function git(args: readonly string[]): Buffer {
  try {
    return execFileSync('git', [...args], { maxBuffer: MAX_FILE_BYTES, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: Buffer };
    if (code === 'ENOENT') throw new CompatInputError('git is not installed', { cause: error });
    const why = stderr?.toString().trim().split('\n')[0] || 'no answer';
    throw new CompatInputError(`git ${args[0]}: ${why}`, { cause: error });
  }
}
