import { integerType, optionInfos, switchType, textType } from '#server';
import { clusterOptions } from './cluster-options.ts';
import { type Command, command, type NamedOption, namedOption } from './command.ts';
import { outputOption } from './output-option.ts';
import { kubeApiserver, run, serve, servingOption } from './start-commands.ts';

/** Which store is meant, in the words of serve. */
const storeOptions: readonly NamedOption[] = optionInfos
  .filter(({ name }) => /^(data-dir|storage|etcd-.*|encryption-provider-config)$/.test(name))
  .map(servingOption);

const exportCommand: Command = {
  name: 'export',
  summary: 'Write all objects of a store into a file: of a data directory, an etcd, or a snapshot of one.',
  arguments: [{ name: 'file', help: 'the file to write' }],
  options: [
    ...storeOptions,
    ...optionInfos.filter(({ name }) => name === 'from-etcd-snapshot').map(servingOption),
    namedOption('output', outputOption),
  ],
  details: `The server of the data directory is stopped; an etcd may be in use. The file has a line of JSON for each object. It holds Secrets as they
are: keep it as you keep them. The exit code is 1 when something could not be read and is left out.`,
  takesAll: false,
  run: async (invocation) => (await import('./transfer.ts')).exportObjects(invocation),
};

const importCommand: Command = {
  name: 'import',
  summary: 'Write the objects of such a file, or of a snapshot of an etcd, into a store that is empty.',
  arguments: [{ name: 'file', help: 'what pinnace export wrote, or a snapshot of an etcd' }],
  options: [...storeOptions, namedOption('output', outputOption)],
  details: `The objects are as they were, also their uids; their resourceVersions are new. Nobody else writes to the store meanwhile. The exit code is 1
when something could not be read and is left out.`,
  takesAll: false,
  run: async (invocation) => (await import('./transfer.ts')).importObjects(invocation),
};

const dataDirOption = {
  type: textType('directory', 'the path of a directory'),
  help: 'The data directory of the server; without it that of pinnace serve here.',
} as const;

/** Which server a command asks: the one that runs here, or that of a context. */
const targetOptions = {
  dataDir: dataDirOption,
  context: {
    type: textType('name', 'the name of a context'),
    help: 'A context of the kubeconfig instead, for a server anywhere.',
  },
} as const;

const status = command({
  name: 'status',
  summary: 'Tell how a running server does: where it is, since when, and how its admission webhooks do.',
  options: { ...targetOptions, output: outputOption },
  details: `Without --data-dir and --context the server that runs here is meant, or else that of the current context. What is told of
webhooks takes the right to get the path /pinnace/webhooks. The exit code is 1 when the server does not answer.`,
  run: async (invocation) => (await import('./status.ts')).status(invocation),
});

const whoCan = command({
  name: 'who-can',
  summary: 'Tell who may do something, each with the binding, the role and the rule that let them.',
  arguments: [
    { name: 'verb', help: 'get, list, create, …' },
    { name: 'resource', help: 'for instance pods, pods/log, deployments.apps, or a path such as /metrics' },
  ],
  options: {
    ...targetOptions,
    namespace: {
      type: textType('name', 'a namespace'),
      short: 'n',
      help: 'Where; without it only those are told who may do it in all namespaces.',
    },
    name: { type: textType('name', 'the name of an object'), help: 'The object; rules may name single ones.' },
    output: outputOption,
  },
  details: 'Works with any cluster that has RBAC. The exit code is 1 when nobody is bound to a role that allows it.',
  run: async (invocation) => (await import('./who-can.ts')).whoCan(invocation),
});

const trace = command({
  name: 'trace',
  summary: 'Tell the last requests of a server, and where their time went.',
  options: {
    ...targetOptions,
    limit: { type: integerType(1, 1000), default: 20, help: 'How many.' },
    slowest: { type: switchType, default: false, help: 'The slowest instead of the newest.' },
    output: outputOption,
  },
  details: `A server keeps the last 1000. Times are in milliseconds: authentication, authorization, admission (in brackets each webhook,
and the plugins that took longest), conversion between versions, the store, and the rest: reading, deciding, writing the
answer. Requests that another thread served are told too. Reading it takes the right to get the path /pinnace/requests.`,
  run: async (invocation) => (await import('./trace.ts')).trace(invocation),
});

const console = command({
  name: 'console',
  summary: 'Serve the console on this machine, for any cluster.',
  options: {
    ...clusterOptions,
    port: { type: integerType(0, 65_535), default: 0, help: 'Port to listen on, at 127.0.0.1; 0 takes any free one.' },
    output: outputOption,
  },
  details: `Prints a link that logs in once. Requests go to the cluster with the credentials of the kubeconfig: a token, a client
certificate, a password, or what its exec program gives when the command starts. A Pinnace server has its own console at /console.`,
  run: async (invocation) => (await import('./local/console.ts')).serveConsole(invocation),
});

const stop = command({
  name: 'stop',
  summary: 'Stop the server of a data directory.',
  options: { dataDir: dataDirOption, output: outputOption },
  run: async (invocation) => (await import('./local/stop.ts')).stop(invocation),
});

const reset = command({
  name: 'reset',
  summary: 'Remove all objects of a server that is stopped; its certificates, kubeconfig and token stay.',
  options: {
    dataDir: dataDirOption,
    yes: { type: switchType, default: false, help: 'Ask nothing.' },
    output: outputOption,
  },
  run: async (invocation) => (await import('./local/reset.ts')).reset(invocation),
});

const kubeconfig = command({
  name: 'kubeconfig',
  summary: 'Print where the kubeconfig of a server lies.',
  options: {
    dataDir: dataDirOption,
    print: { type: switchType, default: false, help: 'Print the kubeconfig itself.' },
    merge: {
      type: switchType,
      default: false,
      help: 'Merge it into the first file of KUBECONFIG, or ~/.kube/config. Nothing else ever touches these.',
    },
    output: outputOption,
  },
  details: 'For instance: export KUBECONFIG=$(pinnace kubeconfig)',
  run: async (invocation) => (await import('./local/kubeconfig.ts')).kubeconfig(invocation),
});

const logs = command({
  name: 'logs',
  summary: 'Print what a server wrote that was started with --detach.',
  options: {
    dataDir: dataDirOption,
    follow: { type: switchType, default: false, short: 'f', help: 'Go on as more is written.' },
    output: outputOption,
  },
  details:
    'With -o json each line is an object: as the server wrote it with --log-format json, or else with the line as its message.',
  run: async (invocation) => (await import('./local/logs.ts')).logs(invocation),
});

const etcd = command({
  name: 'etcd',
  summary: 'Stand in for etcd, for programs that start one beside kube-apiserver: answer its health, and hold nothing.',
  arguments: [
    { name: 'flags', help: 'as etcd takes them; --listen-client-urls counts', optional: true, several: true },
  ],
  takesAll: true,
  run: async ({ arguments: args }) => (await import('./envtest/etcd-stand-in.ts')).etcdStandIn(args),
});

const envtestAssets = command({
  name: 'envtest-assets',
  summary: 'Print a folder with kube-apiserver, etcd and kubectl, for KUBEBUILDER_ASSETS.',
  options: {
    directory: {
      type: textType('folder', 'a folder'),
      help: 'Where to make it; without it a folder of the cache of this user.',
    },
    output: outputOption,
  },
  details: `For instance: export KUBEBUILDER_ASSETS=$(npx pinnace envtest-assets); go test ./...
kubectl is a link to the one on the PATH, or a script that says how to get one. Not for Windows.`,
  run: async (invocation) => (await import('./envtest/assets.ts')).envtestAssets(invocation),
});

/** What starts servers, and what asks about those that run. */
export const serverCommands: readonly Command[] = [
  serve,
  run,
  status,
  stop,
  reset,
  exportCommand,
  importCommand,
  kubeconfig,
  logs,
  console,
  trace,
  whoCan,
  envtestAssets,
  kubeApiserver,
  etcd,
];
