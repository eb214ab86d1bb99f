import type { GeneratedText, GeneratorOptions } from './generators/generator.ts';
import { generators } from './generators/table.ts';
import type { ImportEnding } from './print/typescript.ts';
import type { ProjectFiles } from './project-files.ts';
import { loadCompiler } from './reader/compiler.ts';
import { readApi } from './reader/read-api.ts';

export interface GenSettings extends Omit<GeneratorOptions, 'read' | 'importEnding' | 'testRunner'> {
  /** Names of generators; `all` for every one. */
  readonly generator: string;
  /** The folder of the groups. */
  readonly api: string;
  /** The ending of imports in generated modules; read from the project's settings if not given. */
  readonly importEnding: 'auto' | 'js' | 'ts' | 'none';
}

export interface GenResult {
  readonly files: readonly GeneratedText[];
  /** Paths of generated files that are missing or differ. */
  readonly outOfDate: readonly string[];
  /** What is left to decide, in sentences. */
  readonly notes: readonly string[];
}

/** Reads the types of a project and makes what is asked for. Nothing is written. Throws a `GenError` for mistakes in the types. */
export function generate(project: ProjectFiles, settings: GenSettings): GenResult {
  const model = readApi({ files: project, api: settings.api, compiler: loadCompiler(project.root) });
  const options: GeneratorOptions = {
    ...settings,
    read: (path) => project.read(path),
    importEnding: importEndingOf(settings.importEnding, project),
    testRunner: /"vitest"/.test(project.read('package.json') ?? '') ? 'vitest' : 'node:test',
  };
  const wanted = generators.filter(({ name }) => settings.generator === 'all' || name === settings.generator);
  const made = wanted.map(({ generate: one }) => one(model, options));
  const files = new Map(made.flatMap((part) => part.files.map((file) => [file.path, file])));
  return {
    files: [...files.values()],
    outOfDate: [...files.values()].filter(({ path, text }) => project.read(path) !== text).map(({ path }) => path),
    notes: [...new Set(made.flatMap(({ notes }) => notes))],
  };
}

/** Writes what differs. */
export function writeGenerated(project: ProjectFiles, { files, outOfDate }: GenResult): void {
  for (const { path, text } of files) if (outOfDate.includes(path)) project.write(path, text);
}

const endings = { js: '.js', ts: '.ts', none: '' } as const;

/** Projects that import `.ts` say so in their settings; `.js` works everywhere else. */
export function importEndingOf(wanted: GenSettings['importEnding'], project: ProjectFiles): ImportEnding {
  if (wanted !== 'auto') return endings[wanted];
  const settings = project.read('tsconfig.json') ?? '';
  return /"(allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(settings) ? '.ts' : '.js';
}
