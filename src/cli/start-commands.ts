import { configOptionInfo, type OptionInfo, optionInfos } from '#server';
import { type Command, command, type NamedOption, namedOption } from './command.ts';
import { outputOption } from './output-option.ts';

/** Its options have a table of their own, which also has their environment variables and keys of the config file. */
export const serve: Command = {
  name: 'serve',
  summary: 'Start the API server.',
  arguments: [],
  options: [
    ownSwitch('detach', 'Go on in the background, and return when the server is ready; pinnace stop ends it.'),
    namedOption('output', { ...outputOption, help: 'Form of what is said when the server is ready.' }),
    ...[...optionInfos, configOptionInfo].map(servingOption),
  ],
  details: `Every option is also an environment variable (--data-dir is PINNACE_DATA_DIR) and a key of the config file (data-dir).
Flags win over the environment, the environment over the file.`,
  takesAll: false,
  run: async (invocation) => (await import('./local/serve-here.ts')).serveHere(invocation),
};

/** Its options are those of serve, and one more. */
export const run: Command = {
  name: 'run',
  summary: 'Start a server, run a command that finds it by KUBECONFIG, stop the server, and end as the command ended.',
  arguments: [{ name: 'command', help: 'the command and its words, behind two dashes', several: true }],
  options: [
    ownSwitch('keep', 'When the command fails, keep the server until Ctrl-C.'),
    namedOption('output', {
      ...outputOption,
      help: 'With json, a line on standard error tells how the command ended.',
    }),
    ...[...optionInfos, configOptionInfo].map(servingOption),
  ],
  details: `For instance: pinnace run -- go test ./...
The server is in memory and on any free port, unless --data-dir and --port say something else. The exit code is that of the
command, 127 where there is none of that name, and 128 and the number of the signal that ended it.`,
  takesAll: false,
  run: async (invocation) => (await import('./run.ts')).run(invocation),
};

export const kubeApiserver = command({
  name: 'kube-apiserver',
  summary: 'Serve under the name and with the flags of kube-apiserver, for programs that start one.',
  arguments: [
    { name: 'flags', help: 'as kube-apiserver takes them; --help lists them', optional: true, several: true },
  ],
  takesAll: true,
  details: `Objects are kept in memory where --etcd-servers leads to the stand-in of pinnace etcd or is left out, and else in the etcd that
it leads to. Only those come in whom the flags let in. PINNACE_ENVTEST_CONTROLLERS names the controllers that run, by default namespace,garbage-collector;
none is exactly envtest.`,
  run: async (invocation) => (await import('./envtest/kube-apiserver.ts')).kubeApiserver(invocation),
});

/** A switch of the command alone: no environment variable and no key of the config file stands for it. */
function ownSwitch(name: string, help: string): NamedOption {
  return { key: name, name, help, placeholder: '', form: 'true or false', default: '', adds: false };
}

/** An option of the server as one of a command. */
export function servingOption(
  info: Partial<OptionInfo> & Pick<OptionInfo, 'name' | 'help' | 'placeholder'>,
): NamedOption {
  const { name, alias, short, help, group, placeholder, form = '', adds = false } = info;
  const shown = info.default === 'false' ? '' : (info.default ?? '');
  return { key: name, name, alias, short, help, group, placeholder, form, default: shown, adds };
}
