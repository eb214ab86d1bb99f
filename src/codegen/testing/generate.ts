import type { Generated, Generator, GeneratorOptions } from '../generators/generator.ts';
import type { ApiModel } from '../model.ts';
import { readFiles } from './read-types.ts';

const options: GeneratorOptions = {
  header: '',
  importEnding: '.ts',
  read: () => undefined,
  tests: false,
  crdFolder: 'config/crd',
  docsFolder: 'docs/api',
  testRunner: 'vitest',
};

/** What a generator makes of files, by path. */
export function generated(
  generator: Generator,
  files: { readonly [path: string]: string },
  changed: Partial<GeneratorOptions> = {},
): { readonly [path: string]: string } {
  return byPath(generator(readFiles(files), { ...options, ...changed }));
}

export function notesOf(generator: Generator, model: ApiModel): readonly string[] {
  return generator(model, options).notes;
}

const byPath = ({ files }: Generated): { readonly [path: string]: string } =>
  Object.fromEntries(files.map(({ path, text }) => [path, text]));
