import {
  choiceType,
  configFace,
  kubernetesVersion,
  type OptionFace,
  optionFaces,
  pinnaceVersion,
  switchType,
  textType,
} from '#server';
import { type Command, command, type NamedOption } from './command.ts';
import { exitCodes } from './exit-codes.ts';

/** `-o json` of every command that answers with data. */
export const outputOption = {
  type: choiceType('text', 'json'),
  default: 'text',
  short: 'o',
  help: 'Form of the answer.',
} as const;

const version = command({
  name: 'version',
  summary: 'Print the version.',
  options: { output: outputOption },
  async run({ options, stdout }) {
    const pinnace = pinnaceVersion();
    stdout.write(
      options.output === 'json'
        ? `${JSON.stringify({ pinnace, kubernetes: kubernetesVersion })}\n`
        : `pinnace ${pinnace} (Kubernetes ${kubernetesVersion} API)\n`,
    );
    return exitCodes.good;
  },
});

/** Its options have a table of their own, which also has their environment variables and keys of the config file. */
const serve: Command = {
  name: 'serve',
  summary: 'Start the API server.',
  arguments: [],
  options: [...optionFaces, configFace].map(servingOption),
  details: `Every option is also an environment variable (--data-dir is PINNACE_DATA_DIR) and a key of the config file (data-dir).
Flags win over the environment, the environment over the file.`,
  run: async ({ flags }) => (await import('./serve.ts')).serve(flags),
};

function servingOption(face: Partial<OptionFace> & Pick<OptionFace, 'name' | 'help' | 'placeholder'>): NamedOption {
  const { name, alias, help, group, placeholder, form = '', adds = false } = face;
  const shown = face.default === 'false' ? '' : (face.default ?? '');
  return { key: name, name, alias, help, group, placeholder, form, default: shown, adds };
}

const completion = command({
  name: 'completion',
  summary: 'Print a script that completes commands and flags in a shell.',
  arguments: [{ name: 'shell', help: 'bash, zsh or fish' }],
  details: 'For instance, in ~/.bashrc: source <(pinnace completion bash)',
  async run({ arguments: [shell = ''], stdout }) {
    const { completionScript } = await import('./completion.ts');
    stdout.write(completionScript(shell, commands));
    return exitCodes.good;
  },
});

const check = command({
  name: 'check',
  summary: 'Find stored objects that are damaged, in the data directory of a server that is stopped.',
  arguments: [{ name: 'directory', help: 'the data directory' }],
  options: {
    export: {
      type: textType('directory', 'a directory'),
      help: 'Write what is left of each damaged object to a file there.',
    },
    remove: {
      type: switchType,
      default: false,
      help: 'Remove damaged objects, and give up what lay where nobody can tell the objects any more.',
    },
    output: outputOption,
  },
  details: `The exit code is 0 when all that is stored can be read, or can be after --remove. Of an object that lay in a part that is
given up, an older state may come back: restore a backup instead where there is one.`,
  run: async (invocation) => (await import('./check.ts')).check(invocation),
});

const celEval = command({
  name: 'cel eval',
  summary: 'Evaluate an expression in the Common Expression Language, as rules of custom resources do.',
  arguments: [{ name: 'expression', help: "for instance 'self.spec.min <= self.spec.max'" }],
  options: {
    file: {
      type: textType('file', 'the path of a file'),
      short: 'f',
      help: 'The object that self is, in YAML or JSON; - reads standard input.',
    },
    crd: {
      type: textType('file', 'the path of a file'),
      help: 'The definition whose schema gives self its type and its defaults. Without it nothing is known of self.',
    },
    old: { type: textType('file', 'the path of a file'), help: 'The object before an update: oldSelf.' },
    trace: { type: switchType, default: false, help: 'Tell the value of each part of the expression.' },
    output: outputOption,
  },
  details: 'The exit code is 1 when the value is false, or when the expression does not compile or fails.',
  run: async (invocation) => (await import('./cel-eval.ts')).celEval(invocation),
});

/**
 * Every command there is, once. The command line, `--help`, completion and docs/reference/commands.md are made from it.
 * What a command needs is loaded when it runs: a start of the server must not pay for the others.
 */
export const commands: readonly Command[] = [serve, check, celEval, version, completion];
