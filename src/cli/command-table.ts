import { KUBERNETES_VERSION, listType, pinnaceVersion, switchType, textType } from '#server';
import { clusterOptions } from './cluster-options.ts';
import { type Command, command } from './command.ts';
import { compatCommands } from './compat/compat-commands.ts';
import { conversionCommands } from './conversion/conversion-commands.ts';
import { exitCodes } from './exit-codes.ts';
import { genCommands } from './gen/gen-commands.ts';
import { migrationCommands } from './migration/migration-commands.ts';
import { outputOption } from './output-option.ts';
import { serverCommands } from './server-commands.ts';

export const versionText = (): string => `pinnace ${pinnaceVersion()} (Kubernetes ${KUBERNETES_VERSION} API)`;

const version = command({
  name: 'version',
  summary: 'Print the version.',
  options: { output: outputOption },
  async run({ options, stdout }) {
    const pinnace = pinnaceVersion();
    stdout.write(
      options.output === 'json'
        ? `${JSON.stringify({ pinnace, kubernetes: KUBERNETES_VERSION })}\n`
        : `${versionText()}\n`,
    );
    return exitCodes.good;
  },
});

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

const crdHistory = command({
  name: 'crd history',
  summary: 'Tell how a definition of a running server changed: when, by whom, and whom it broke.',
  arguments: [{ name: 'name', help: 'the name of the definition, for instance widgets.example.com' }],
  options: {
    ...clusterOptions,
    output: outputOption,
  },
  details:
    'Every server keeps the last changes of each definition, in a bounded record of its own. Reading it takes the right to get the path /pinnace/definition-changes/NAME.',
  run: async (invocation) => (await import('./crd-history.ts')).crdHistory(invocation),
});

const webhookCert = command({
  name: 'webhook cert',
  summary: 'Make the certificate of a webhook in a directory, or renew it when its time is nearly over.',
  options: {
    ...clusterOptions,
    directory: { type: textType('folder', 'a folder'), default: 'certs', short: 'C', help: 'Where it is kept.' },
    names: {
      type: listType,
      default: ['127.0.0.1', 'localhost'],
      help: 'The names and addresses that it is for, for instance hooks.default.svc.',
    },
    secret: {
      type: textType('namespace/name', 'NAMESPACE/NAME'),
      help: 'Apply it as a Secret of type kubernetes.io/tls too, in the cluster of the kubeconfig.',
    },
    output: outputOption,
  },
  details: `The directory holds ca.crt, ca.key, tls.crt and tls.key, as serveAdmission and serveConversion of pinnace/webhook keep them. What is
printed is the caBundle, which stays the same when the certificate is renewed. On a Pinnace server the annotation
webhook.pinnace.dev/inject-ca-from: NAMESPACE/NAME fills it in from the Secret.`,
  run: async (invocation) => (await import('./webhook-cert.ts')).webhookCert(invocation),
});

/**
 * Every command there is, once. The command line, `--help`, completion and docs/reference/commands.md are made from it.
 * What a command needs is loaded when it runs: a start of the server must not pay for the others.
 */
export const commands: readonly Command[] = [
  ...serverCommands,
  check,
  celEval,
  ...compatCommands,
  ...genCommands,
  crdHistory,
  ...conversionCommands,
  webhookCert,
  ...migrationCommands,
  version,
  completion,
];
