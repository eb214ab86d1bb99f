import { choiceType, integerType, KUBERNETES_VERSION, listType, pinnaceVersion, switchType, textType } from '#server';
import { type Command, command } from './command.ts';
import { exitCodes } from './exit-codes.ts';
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

const severityType = choiceType('error', 'warning', 'note');

const compat = command({
  name: 'compat',
  summary: 'Tell what a change of an API breaks, and for whom.',
  arguments: [
    {
      name: 'old',
      help: 'what was released: a file, a folder, git:REF:path, kube:CONTEXT, package:module, or - for standard input',
    },
    { name: 'new', help: 'what would come: the same' },
  ],
  options: {
    failOn: {
      type: choiceType('error', 'warning', 'note', 'never'),
      default: 'error',
      help: 'The least severity that ends with exit code 1.',
    },
    output: {
      type: choiceType('text', 'json', 'sarif', 'junit', 'github', 'markdown'),
      default: 'text',
      short: 'o',
      help: 'Form of the report.',
    },
    show: {
      type: severityType,
      default: 'warning',
      help: 'The least severity that the text shows; the rest is counted.',
    },
    stability: {
      type: choiceType('by-name', 'alpha', 'beta', 'stable'),
      default: 'by-name',
      help: 'What versions promise. By their names, v1alpha1 promises less than v1.',
    },
    strict: {
      type: switchType,
      default: false,
      help: 'Doubt counts against the change: what is undecided is as grave as if it were sure, and what only people can judge (another description, a default for a required field) is an error.',
    },
    accepted: {
      type: textType('file', 'the path of a file'),
      help: 'A file of findings to live with, each with a reason and a last day.',
    },
    live: {
      type: switchType,
      default: false,
      help: 'Ask the server how many stored objects each finding touches, and its conversion webhooks what they lose.',
    },
  },
  details: `Definitions are read from YAML and JSON, kinds also from OpenAPI documents. The exit code is 1 when something breaks, and 2
when the input cannot be read.`,
  run: async (invocation) => (await import('./compat/compare.ts')).compat(invocation),
});

const compatExplain = command({
  name: 'compat explain',
  summary: 'Explain a rule of changing an API.',
  arguments: [{ name: 'rule', help: 'for instance field-removed' }],
  options: { output: outputOption },
  run: async (invocation) => (await import('./compat/rules.ts')).explainRule(invocation),
});

const compatRules = command({
  name: 'compat rules',
  summary: 'List the rules of changing an API.',
  options: { output: outputOption },
  run: async (invocation) => (await import('./compat/rules.ts')).listRules(invocation),
});

const compatHistory = command({
  name: 'compat history',
  summary: 'Walk the releases of the repository around us, and tell where each broke whom.',
  arguments: [{ name: 'path', help: 'git:path, for instance git:config/crd' }],
  options: {
    since: { type: textType('tag', 'a tag'), help: 'The first release to look at.' },
    show: { type: severityType, default: 'error', help: 'The least severity that is shown.' },
    output: outputOption,
  },
  details: 'Releases are tags such as v1.2.0, in the order of their numbers.',
  run: async (invocation) => (await import('./compat/history.ts')).history(invocation),
});
const folder = (what: string) => textType('folder', what);

/** What every generator is told. */
const genOptions = {
  directory: { type: folder('a folder'), default: '.', short: 'C', help: 'The root of the project.' },
  api: { type: folder('a folder'), default: 'api', help: 'Where the types are: <api>/<group>/<version>/types.ts.' },
  headerFile: { type: textType('file', 'the path of a file'), help: 'What stands above all that is generated.' },
  importEnding: {
    type: choiceType('auto', 'js', 'ts', 'none'),
    default: 'auto',
    help: 'How generated modules name other files; auto looks into tsconfig.json.',
  },
  verifyOnly: { type: switchType, default: false, help: 'Write nothing, and fail when something is out of date.' },
  watch: { type: switchType, default: false, help: 'Go on, and write again when types change.' },
} as const;

const genFolders = {
  crdDir: { type: folder('a folder'), default: 'config/crd', help: 'Where definitions are written.' },
  docsDir: { type: folder('a folder'), default: 'docs/api', help: 'Where reference pages are written.' },
  tests: { type: switchType, default: false, help: 'Write tests of round trips too.' },
} as const;

const genDetails =
  'Types are plain TypeScript with tags in their comments; docs/guide/generating.md tells all of them.';

/** One command for each generator, and one for all. */
const genCommands: readonly Command[] = [
  ['conversion', 'Write functions that convert every struct of every version to and from the hub.'],
  ['defaults', 'Write functions that fill in what was left out of objects.'],
  ['register', 'Write addToScheme for each group.'],
  ['schema', 'Write the descriptions that schemes, codecs and servers use.'],
  ['crd', 'Write CustomResourceDefinitions.'],
  ['client', 'Write typed clients, informers and apply configurations.'],
  ['openapi', 'Write OpenAPI v3 and v2 documents.'],
  ['proto', 'Write generated.proto, with numbers of fields that never change.'],
  ['docs', 'Write a reference page for each group.'],
  ['all', 'Write everything that is generated from types.'],
].map(([name = '', summary = '']) =>
  command({
    name: `gen ${name}`,
    summary,
    options: { ...genOptions, ...genFolders },
    details: genDetails,
    run: async (invocation) => (await import('./gen.ts')).gen(name, invocation),
  }),
);

const genScaffold = command({
  name: 'gen scaffold',
  summary: 'Begin a group, a version or a kind.',
  arguments: [
    { name: 'what', help: 'group, version or kind' },
    { name: 'name', help: 'for instance frob.example.com, v1beta1 or Frobber' },
  ],
  options: {
    directory: genOptions.directory,
    api: genOptions.api,
    group: { type: textType('group', 'a group'), help: 'The group, where there are several.' },
    version: { type: textType('version', 'a version'), help: 'The version of a new group or kind.' },
    from: { type: textType('version', 'a version'), help: 'The version that a new one begins as.' },
  },
  details: 'For instance: pinnace gen scaffold version v1beta1 --from v1alpha1',
  run: async (invocation) => (await import('./gen-scaffold.ts')).genScaffold(invocation),
});

const genTypes = command({
  name: 'gen types',
  summary: 'Write TypeScript types from CustomResourceDefinitions, or from what a server publishes.',
  options: {
    crd: { type: listType, help: 'Files of definitions in YAML or JSON; - reads standard input.' },
    openapi: {
      type: textType('url', 'the address of a server, or the path of an OpenAPI v3 document'),
      help: 'A server, or a document.',
    },
    token: { type: textType('token', 'a bearer token'), help: 'What to show the server.' },
    certificateAuthority: {
      type: textType('file', 'the path of a file'),
      help: "Who signed the server's certificate.",
    },
    directory: genOptions.directory,
    out: { type: folder('a folder'), default: 'types', help: 'Where the types are written.' },
    headerFile: genOptions.headerFile,
    importEnding: genOptions.importEnding,
    verifyOnly: genOptions.verifyOnly,
  },
  run: async (invocation) => (await import('./gen-types.ts')).genTypes(invocation),
});

/** Which cluster a command speaks with. */
const clusterOptions = {
  kubeconfig: {
    type: textType('file', 'the path of a file'),
    help: 'The kubeconfig of the cluster; without it KUBECONFIG, or ~/.kube/config.',
  },
  context: {
    type: textType('name', 'the name of a context'),
    help: 'The context of the kubeconfig; without it the current one.',
  },
} as const;

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

const fileType = textType('file', 'the path of a file');

const convert = command({
  name: 'convert',
  summary: 'Show an object of a custom resource in another version, by the rules of a ConversionPolicy.',
  options: {
    file: { type: fileType, default: '', short: 'f', help: 'The object, in YAML or JSON; - reads standard input.' },
    to: { type: textType('version', 'a version'), default: '', help: 'The version to show it in, for instance v1.' },
    policy: { type: fileType, help: 'The policy. Without it the server is asked for one.' },
    crd: { type: fileType, help: 'The definition that the policy is for.' },
    ...clusterOptions,
    explain: {
      type: switchType,
      default: false,
      help: 'Tell on standard error which rule made each field, and what is lost on the way back.',
    },
    output: { type: choiceType('yaml', 'json'), default: 'yaml', short: 'o', help: 'Form of the object.' },
  },
  run: async (invocation) => (await import('./conversion/convert.ts')).convert(invocation),
});

const conversionTest = command({
  name: 'conversion test',
  summary:
    'Look whether a ConversionPolicy is whole, and whether anything is lost on the way to another version and back.',
  options: {
    file: { type: fileType, default: '', short: 'f', help: 'The policy.' },
    crd: { type: fileType, default: '', help: 'The definition that it is for.' },
    samples: {
      type: textType('folder', 'a folder'),
      help: 'Objects to try, beside those that are made of the schemas.',
    },
    output: outputOption,
  },
  details: 'The exit code is 1 when the policy is not whole or something is lost, and 2 when the input cannot be read.',
  run: async (invocation) => (await import('./conversion/test-policy.ts')).testPolicy(invocation),
});

const crdVersions = command({
  name: 'crd versions',
  summary: 'Tell in which versions the objects of resources are stored.',
  arguments: [
    { name: 'name', help: 'a definition or another resource, for instance widgets.example.com', optional: true },
  ],
  options: {
    ...clusterOptions,
    clients: { type: switchType, default: false, help: 'Tell who used which version last, instead.' },
    output: outputOption,
  },
  details: `Without a name: definitions, kinds with several versions, and whatever else has objects. A Pinnace server knows the numbers (the
right to get /pinnace/storage-versions is needed). From another server all objects are listed, and what cannot be known is said.`,
  run: async (invocation) => (await import('./migration/crd-versions.ts')).crdVersions(invocation),
});

/** How objects are written anew. */
const migrationOptions = {
  rate: { type: integerType(0, 1_000_000), default: 0, help: 'Objects per second at most; 0 for as many as go.' },
  concurrency: { type: integerType(1, 256), default: 16, help: 'How many objects are written at the same time.' },
  chunkSize: {
    type: integerType(1, 10_000),
    default: 500,
    help: 'How many objects are listed at a time. Behind each chunk it is noted how far the migration is.',
  },
  patience: {
    type: integerType(0, 86_400),
    default: 600,
    help: 'How many seconds to wait while nothing can be written, for instance because a conversion webhook is down.',
  },
} as const;

const migrate = command({
  name: 'migrate',
  summary: 'Write the objects of resources anew, so that they are stored in the storage version.',
  arguments: [{ name: 'resource', help: 'for instance widgets.example.com', optional: true, several: true }],
  options: {
    ...clusterOptions,
    all: {
      type: switchType,
      default: false,
      help: 'Everything that waits; on another server than Pinnace all definitions and all kinds with several versions.',
    },
    dryRun: { type: switchType, default: false, help: 'Write nothing, and tell which objects would fail.' },
    ...migrationOptions,
    pruneManagedFields: {
      type: switchType,
      default: false,
      help: 'Drop entries of managedFields in versions that are gone.',
    },
    output: outputOption,
  },
  details: `Works with any cluster, by empty server-side applies. Objects that others write meanwhile need nothing more; those that fail
are listed at the end. Stopped, it goes on where it was when it is run again. The exit code is 1 when an object failed.`,
  run: async (invocation) => (await import('./migration/migrate.ts')).migrate(invocation),
});

const conversionInstall = command({
  name: 'conversion install',
  summary: 'Apply the definition of ConversionPolicy to a server, so that policies can be written there.',
  options: {
    ...clusterOptions,
    print: { type: switchType, default: false, help: 'Print the definition instead.' },
  },
  run: async (invocation) => (await import('./conversion/install.ts')).install(invocation),
});

const crdRetire = command({
  name: 'crd retire',
  summary: 'Take a version out of a definition, step by step, once nobody needs it.',
  arguments: [
    { name: 'name', help: 'the name of the definition, for instance widgets.example.com' },
    { name: 'version', help: 'the version to drop, for instance v1beta1' },
  ],
  options: {
    ...clusterOptions,
    dryRun: {
      type: switchType,
      default: false,
      help: 'Change nothing, and tell whether it is safe to drop the version.',
    },
    yes: { type: switchType, default: false, help: 'Ask nothing, and go on although somebody used the version.' },
    wait: {
      type: integerType(0, 86_400),
      default: 0,
      help: 'How many seconds to wait between the end of serving the version and its removal.',
    },
    ...migrationOptions,
    output: outputOption,
  },
  details: `The steps: another version is stored and served; nobody uses the version; its objects are migrated, with their managedFields;
status.storedVersions forgets it; it is served no longer; it is removed. Each is shown with its evidence and with the kubectl
command that does the same. All but the last can be taken back, and the next run goes on where one stopped. The exit code is 1
when the version is still there, or with --dry-run when it is not safe to drop it.`,
  run: async (invocation) => (await import('./migration/crd-retire.ts')).crdRetire(invocation),
});

const crdCheck = command({
  name: 'crd check',
  summary: 'Find every stored object of a definition that cannot be converted, or that its schema no longer takes.',
  arguments: [{ name: 'name', help: 'the name of the definition, for instance widgets.example.com' }],
  options: { ...clusterOptions, output: outputOption },
  details: `Of any cluster: all objects are read, a page at a time, in every version that is served, and each is held against the schema and the
rules of that version. What is found is told at once, with -o json as a line for each. The exit code is 1 when something was found.`,
  run: async (invocation) => (await import('./migration/crd-check.ts')).crdCheck(invocation),
});

const crdRepair = command({
  name: 'crd repair',
  summary: 'Show an object as it is stored, or store another one in its place, where its version is gone.',
  arguments: [
    { name: 'name', help: 'the resource, for instance widgets.example.com' },
    { name: 'object', help: 'NAMESPACE/NAME, or NAME' },
  ],
  options: {
    ...clusterOptions,
    file: {
      type: textType('file', 'the path of a file'),
      short: 'f',
      help: 'The repaired object in JSON, with the resourceVersion that was shown.',
    },
  },
  details: `Of a Pinnace server. Neither rules nor admission look at what is stored in this way: it takes the right to put the path
/pinnace/stored-objects/NAME/OBJECT. Where a definition can have the version back, that is the better way.`,
  run: async (invocation) => (await import('./migration/crd-repair.ts')).crdRepair(invocation),
});

const conversionManifest = command({
  name: 'conversion manifest',
  summary: 'Print what a cluster needs to run the rules of a ConversionPolicy as a webhook.',
  options: {
    file: { type: fileType, default: '', short: 'f', help: 'The policy.' },
    crd: { type: fileType, default: '', help: 'The definition that it is for.' },
    image: { type: textType('image', 'an image'), default: '', help: 'An image whose entry point is pinnace.' },
    name: { type: textType('name', 'a name'), default: 'conversion', help: 'The name of what is made.' },
    namespace: { type: textType('name', 'a namespace'), default: 'default', help: 'Where it is made.' },
  },
  details: `A ConfigMap with the rules, a Secret with a certificate for a year, a Deployment, its Service, and the definition that asks it.
Print it again and apply it before the year is over.`,
  run: async (invocation) => (await import('./conversion/manifest.ts')).manifest(invocation),
});

const conversionServe = command({
  name: 'conversion serve',
  summary: 'Serve the rules of a ConversionPolicy as a conversion webhook, for any cluster.',
  options: {
    file: { type: fileType, default: '', short: 'f', help: 'The policy.' },
    crd: { type: fileType, default: '', help: 'The definition that it is for.' },
    bindAddress: { type: textType('address', 'an address'), default: '127.0.0.1', help: 'Where to listen.' },
    port: { type: textType('port', 'a port'), default: '9443', help: 'Which port to listen on; 0 takes a free one.' },
    cert: {
      type: fileType,
      help: 'The certificate, PEM. Without it one is made, and its authority printed as caBundle.',
    },
    key: { type: fileType, help: 'The key of the certificate, PEM.' },
    names: {
      type: listType,
      default: ['127.0.0.1', 'localhost'],
      help: 'The names and addresses that a made certificate is for.',
    },
  },
  details: 'Reviews are answered at /convert, and /healthz says ok. A policy that is not whole is not served.',
  run: async (invocation) => (await import('./conversion/serve.ts')).servePolicy(invocation),
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
  compat,
  compatExplain,
  compatRules,
  compatHistory,
  ...genCommands,
  genTypes,
  genScaffold,
  crdHistory,
  convert,
  conversionTest,
  conversionInstall,
  conversionServe,
  conversionManifest,
  webhookCert,
  crdVersions,
  crdCheck,
  crdRetire,
  crdRepair,
  migrate,
  version,
  completion,
];
