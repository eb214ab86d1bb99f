import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fetchedNodes } from '../../scripts/package-tools.mjs';

const run = promisify(execFile);
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What `npm pack` makes of the checkout, in a folder. */
export async function packInto(folder: string): Promise<string> {
  await run(process.execPath, [join(root, 'scripts', 'package.mjs')], { cwd: root });
  await npm(root, ['pack', '--ignore-scripts', '--pack-destination', folder]);
  const [name] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  return join(folder, name as string);
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
  /** A workspace: no package that anybody installs. */
  readonly link?: boolean;
}

/**
 * A project of somebody else with the package installed by npm. What the package depends on comes from this checkout,
 * so that nothing is asked of a registry.
 */
export async function installInto(folder: string, tarball: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const names = Object.entries(lock.packages as { [path: string]: LockedPackage })
    .filter(([path]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path))
    .filter(([, { dev, optional, link }]) => !dev && !optional && !link)
    .map(([path]) => path.slice('node_modules/'.length));
  const here = names.map((name) => [name, `file:${join(root, 'node_modules', name)}`]);
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { pinnace: `file:${tarball}`, ...Object.fromEntries(here) },
    // Also for those that depend on each other.
    overrides: Object.fromEntries(names.map((name) => [name, `$${name}`])),
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await npm(folder, ['install', '--offline', '--install-links', '--ignore-scripts', '--no-audit', '--no-fund']);
  await symlink(join(root, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
}

async function npm(cwd: string, args: readonly string[]): Promise<void> {
  await run('npm', [...args, '--loglevel=error'], { cwd });
}

export type ModuleResolution = 'nodenext' | 'bundler';

/** The compiler over the project; what it complains of, if anything. Writes JavaScript into `out` where one is given. */
export async function compile(folder: string, resolution: ModuleResolution, out?: string): Promise<string> {
  const config = {
    compilerOptions: {
      target: 'ES2023',
      lib: ['ES2023', 'ESNext.Disposable'],
      module: resolution === 'nodenext' ? 'nodenext' : 'preserve',
      moduleResolution: resolution,
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      // The declarations of the package are looked at as well.
      skipLibCheck: false,
      ...(out === undefined
        ? { noEmit: true, allowImportingTsExtensions: true }
        : { outDir: out, rootDir: '.', rewriteRelativeImportExtensions: true }),
    },
    include: ['test', 'examples'],
    // It needs vitest, whose own types want more than this.
    exclude: ['examples/testing'],
  };
  const file = join(folder, `tsconfig.${resolution}.json`);
  await writeFile(file, JSON.stringify(config));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  try {
    await run(process.execPath, [compiler, '-p', file], { cwd: folder });
    return '';
  } catch (error) {
    return `${(error as { stdout?: string }).stdout}${(error as Error).message}`;
  } finally {
    await rm(file);
  }
}

/** Every Node that the package is for: the one that runs the tests, and those of `scripts/package-tools.mjs`. */
export const nodes = (): readonly string[] => [process.execPath, ...fetchedNodes()];
