import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { TypeLibrary } from '#schema';
import { type DeclaredAt, typeDeclarations } from './type-declarations.ts';

interface GeneratedFile {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

interface DescribedFile {
  /** From the root of the project. */
  readonly path: string;
  /** What the file calls it. */
  readonly name: string;
  readonly library: TypeLibrary;
}

const metaTypes = join('src', 'schema', 'meta-v1.ts');
const scaleTypes = join('src', 'schema', 'scale-v1.ts');
const folders = [join('src', 'apis'), join('src', 'machinery', 'testing'), 'examples'];

/** Examples import what any other package would. */
const isOutside = (path: string): boolean => path.startsWith(`examples${sep}`);
const PACKAGE_DOOR = 'pinnace/api';

/** Every library of types that is described under the root. `load` imports a source file. */
export async function describedLibraries(
  root: string,
  load: (path: string) => Promise<object>,
): Promise<readonly DescribedFile[]> {
  const described: DescribedFile[] = [];
  for (const path of describedFiles(root)) {
    for (const [name, library] of Object.entries(await load(join(root, path)))) {
      if (isLibrary(library)) described.push({ path, name, library });
    }
  }
  return described;
}

/** The static types of the libraries, and the list of the built-in ones that are stable. */
export function generatedTypeFiles(described: readonly DescribedFile[]): readonly GeneratedFile[] {
  return [...staticTypes(described), stableLibraries(described)];
}

function stableLibraries(described: readonly DescribedFile[]): GeneratedFile {
  const folder = join('src', 'apis');
  const stable = described
    .map(({ path, name }) => ({ module: relative(folder, path).split(sep).join('/'), name }))
    .filter(({ module }) => /^\w+\/v\d+\/types\.ts$/.test(module));
  const text = [
    `// Made from the types.ts of all stable versions by 'npm run gen'. Change those, not this.`,
    ...stable.map(({ module, name }) => `import { ${name} } from './${module}';`),
    '',
    `export const stableLibraries = {\n${stable.map(({ name }) => `  ${name},\n`).join('')}};`,
    '',
  ];
  return { path: join(folder, 'stable-libraries.gen.ts'), text: text.join('\n') };
}

function staticTypes(described: readonly DescribedFile[]): readonly GeneratedFile[] {
  const places = new Map(described.map(({ path, library }) => [packageOf(library), path]));
  return described.map(({ path, library }) => ({
    path: generatedPath(path),
    text: typeDeclarations(library, {
      source: path.slice(path.lastIndexOf(sep) + 1),
      declaredAt: (name) => declaredAt(path, places.get(name)),
      ...(isOutside(path) ? { meta: PACKAGE_DOOR } : {}),
    }),
  }));
}

/** `v1/types.gen.ts` beside `v1/types.ts`. */
const generatedPath = (path: string): string => path.replace(/\.ts$/, '.gen.ts');

function describedFiles(root: string): readonly string[] {
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /types\.ts$/.test(name))
      .map((name) => join(folder, name)),
  );
  return [metaTypes, scaleTypes, ...found.sort()].filter((path) =>
    readFileSync(join(root, path), 'utf8').includes('= describeTypes'),
  );
}

function isLibrary(value: unknown): value is TypeLibrary {
  return typeof value === 'object' && value !== null && 'names' in value && 'type' in value;
}

function packageOf(library: TypeLibrary): string {
  const { name } = library.type(library.names()[0] ?? '');
  return name.slice(0, name.lastIndexOf('.'));
}

/** Other rooms are entered through their doors. */
function declaredAt(from: string, at: string | undefined): DeclaredAt {
  if (at === undefined) throw new Error(`${from}: a type comes from a file that describes no types`);
  if (at === metaTypes) return { module: isOutside(from) ? PACKAGE_DOOR : '#schema', exported: 'MetaV1Types' };
  const path = relative(dirname(from), generatedPath(at)).split(sep).join('/');
  return { module: path.startsWith('.') ? path : `./${path}`, exported: 'Types' };
}
