// Makes what npm packs, in dist/package: the joined modules without source maps (their sources are not in the package),
// and the declarations that the entry points need. npm runs it before it packs (`prepack`), and when the package is
// installed from its repository (`prepare`).
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinModules, joinScript } from './bundle.mjs';
import { copyTo } from './console.mjs';
import { root, SetupError, setup } from './setup.mjs';

const dist = join(root, 'dist');
const outdir = join(dist, 'package');
const types = join(outdir, 'types');

export async function makePackage() {
  setup();
  const schemas = kindSchemas();
  const entryPoints = [
    join(dist, 'cli', 'main.js'),
    ...publicModules('.js'),
    ...schemas.map((name) => ({ in: join(dist, 'apis', name, 'types.js'), out: `schema/${name}` })),
  ];
  // In one run, so that there is one of each class, whoever imports it.
  await joinModules({ outdir, entryPoints, sourceMaps: false });
  await joinScript({ outdir, sourceMaps: false });
  // Beside the joined modules, where the server looks for them.
  copyTo(join(outdir, 'console', 'static'));
  // Behind the types of built-in kinds there is nothing to run.
  write(join(outdir, 'types-only.js'), 'export {};\n');
  for (const file of declarationsFrom(publicModules('.d.ts'))) copyDeclaration(file);
  for (const [name, file] of kindTypes()) redirect(join('kinds', name), file, 'export type');
  for (const name of schemas) redirect(join('schemas', name), join(dist, 'apis', name, 'types.d.ts'), 'export');
}

/** What other packages import, but for the types of built-in kinds. */
function publicModules(ending) {
  return readdirSync(join(dist, 'exports'))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(dist, 'exports', name));
}

/** `pinnace/types/apps/v1`: what each version of each built-in group declares. */
function kindTypes() {
  const apis = join(dist, 'apis');
  const found = readdirSync(apis, { recursive: true })
    .filter((name) => name.endsWith(`${sep}types.gen.d.ts`))
    .map((name) => [dirname(name).split(sep).join('/'), join(apis, name)]);
  return [['meta/v1', join(dist, 'schema', 'meta-v1-types.d.ts')], ...found.sort()];
}

/** `pinnace/schema/apps/v1`: the descriptions of the stable versions, for kinds that speak of built-in types. */
function kindSchemas() {
  const apis = join(dist, 'apis');
  return readdirSync(apis, { recursive: true })
    .filter((name) => /[\\/]v\d+[\\/]types\.js$/.test(name))
    .map((name) => dirname(name).split(sep).join('/'))
    .sort();
}

/** A declaration under the name that is exported, which leads to the one that is copied with all it speaks of. */
function redirect(name, file, what) {
  for (const one of declarationsFrom([file])) copyDeclaration(one);
  const place = join(types, `${name}.d.ts`);
  const target = relative(dirname(place), join(types, relative(dist, file)))
    .split(sep)
    .join('/')
    .replace(/\.d\.ts$/, '.js');
  write(place, `${what} * from '${target}';\n`);
}

/** The files and all that they speak of, each once. */
function declarationsFrom(files) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, , specifier] of readFileSync(file, 'utf8').matchAll(specifiers)) {
      const target = targetOf(specifier, file);
      if (target !== undefined) visit(target);
    }
  };
  files.forEach(visit);
  return found;
}

const specifiers = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)['"]([#.][^'"\n]*)['"]/g;

function targetOf(specifier, file) {
  if (specifier.startsWith('#')) return join(dist, specifier.slice(1), 'index.d.ts');
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier).replace(/\.(js|ts)$/, '.d.ts');
  return undefined;
}

const copyDeclaration = (file) => write(join(types, relative(dist, file)), readDeclaration(file));

/** Rooms are names of the repository; in the package their files are found by their place. */
function readDeclaration(file) {
  return readFileSync(file, 'utf8').replace(specifiers, (all, before, specifier) => {
    if (!specifier.startsWith('#')) return all.replace(/\.ts(['"])$/, '.js$1');
    const path = relative(dirname(file), join(dist, specifier.slice(1), 'index.js'))
      .split(sep)
      .join('/');
    return `${before}'${path.startsWith('.') ? path : `./${path}`}'`;
  });
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // `npm ci` of `setup` runs `prepare` too, before anything is built. Who packs gets what is missing installed; others
  // that run `prepare` without the compiler (`npm ci --omit=dev`) did not want it.
  const isPacking = process.env.npm_lifecycle_event === 'prepack' || process.env.npm_command === 'pack';
  const hasCompiler = existsSync(join(root, 'node_modules', 'typescript'));
  const later = process.env.PINNACE_SETUP === 'true' || (!hasCompiler && !isPacking);
  try {
    if (!later) await makePackage();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
