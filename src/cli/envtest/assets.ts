import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { chmod, mkdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KUBERNETES_VERSION, pinnaceVersion } from '#server';
import { cacheFolder } from '../cache-folder.ts';
import { CommandError, type Terminal } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { ETCD_HELP } from './etcd-stand-in.ts';
import { kubeApiserverHelp } from './kube-apiserver-help.ts';

interface AssetsInvocation extends Terminal {
  readonly options: { readonly directory: string | undefined; readonly output: 'text' | 'json' };
}

/** Makes the folder that envtest takes its programs from, and prints where it is. */
export async function envtestAssets({ options, environment, stdout }: AssetsInvocation): Promise<number> {
  if (process.platform === 'win32')
    throw new CommandError('envtest-assets makes shell scripts: Windows is unsupported');
  const folder = resolve(options.directory ?? assetsFolder(environment));
  const kubectl = kubectlOn(environment.PATH ?? '', folder);
  try {
    await mkdir(folder, { recursive: true });
    await writeScript(join(folder, 'kube-apiserver'), stubOf('kube-apiserver', kubeApiserverHelp()));
    await writeScript(join(folder, 'etcd'), stubOf('etcd', ETCD_HELP));
    await (kubectl === undefined
      ? writeScript(join(folder, 'kubectl'), kubectlAdvice)
      : linkTo(kubectl, join(folder, 'kubectl')));
  } catch (error) {
    throw new CommandError(`the folder cannot be made: ${(error as Error).message}`, { cause: error });
  }
  stdout.write(options.output === 'json' ? `${JSON.stringify({ directory: folder, kubectl })}\n` : `${folder}\n`);
  return exitCodes.good;
}

const assetsFolder = (environment: NodeJS.ProcessEnv): string =>
  join(cacheFolder(environment), 'envtest', `${pinnaceVersion()}-${process.version}`);

/** Where this program begins, whether it is built, joined or published. */
function mainFile(): string {
  const beside = ['../main.js', 'main.js', '../main.ts', '../cli/main.js'];
  const found = beside.map((name) => fileURLToPath(new URL(name, import.meta.url))).find((file) => existsSync(file));
  return found ?? (process.argv[1] as string);
}

/**
 * A script that runs one of our commands. It answers `--help` by itself: envtest asks both programs for it at every start,
 * and a shell is there much sooner than Node.
 */
function stubOf(command: string, help: string): string {
  const node = [process.execPath, ...process.execArgv].map(quoted).join(' ');
  const main = quoted(mainFile());
  return `#!/bin/sh
# ${command} of Pinnace ${pinnaceVersion()}, made by pinnace envtest-assets.
if [ "$#" = 1 ] && [ "$1" = --help ]; then
  cat <<'END_OF_HELP'
${help.trimEnd()}
END_OF_HELP
  exit 0
fi
if [ ! -f ${main} ]; then
  echo "Pinnace is not there any more: run pinnace envtest-assets again." >&2
  exit 1
fi
exec ${node} ${main} ${command} "$@"
`;
}

const kubectlAdvice = `#!/bin/sh
echo "There was no kubectl on the PATH when pinnace envtest-assets made this folder. Install one, for instance from
https://kubernetes.io/docs/tasks/tools/ (version ${KUBERNETES_VERSION} or its neighbours), and run pinnace envtest-assets again." >&2
exit 1
`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The first on the PATH that is not our own. */
function kubectlOn(path: string, folder: string): string | undefined {
  return path
    .split(delimiter)
    .filter((place) => place !== '' && resolve(place) !== folder)
    .map((place) => join(resolve(place), 'kubectl'))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Tests that run now may be starting it: it is put in the place of the old one whole, and only if it is another. */
async function writeScript(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return;
  const temporary = `${file}.${process.pid}.new`;
  await writeFile(temporary, text);
  await chmod(temporary, 0o755);
  await rename(temporary, file);
}

async function linkTo(target: string, file: string): Promise<void> {
  if ((await readlink(file).catch(() => undefined)) === target) return;
  const temporary = `${file}.${process.pid}.new`;
  await rm(temporary, { force: true });
  await symlink(target, temporary);
  await rename(temporary, file);
}
