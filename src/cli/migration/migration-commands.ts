import { integerType, switchType, textType } from '#server';
import { clusterOptions } from '../cluster-options.ts';
import { type Command, command } from '../command.ts';
import { outputOption } from '../output-option.ts';

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
  run: async (invocation) => (await import('./crd-versions.ts')).crdVersions(invocation),
});

const crdCheck = command({
  name: 'crd check',
  summary: 'Find every stored object of a definition that cannot be converted, or that its schema no longer takes.',
  arguments: [{ name: 'name', help: 'the name of the definition, for instance widgets.example.com' }],
  options: { ...clusterOptions, output: outputOption },
  details: `Of any cluster: all objects are read, a page at a time, in every version that is served, and each is held against the schema and the
rules of that version. What is found is told at once, with -o json as a line for each. The exit code is 1 when something was found.`,
  run: async (invocation) => (await import('./crd-check.ts')).crdCheck(invocation),
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
  run: async (invocation) => (await import('./crd-retire.ts')).crdRetire(invocation),
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
  run: async (invocation) => (await import('./crd-repair.ts')).crdRepair(invocation),
});

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
  run: async (invocation) => (await import('./migrate.ts')).migrate(invocation),
});

/** The versions in which objects are stored, and what changes them. */
export const migrationCommands: readonly Command[] = [crdVersions, crdCheck, crdRetire, crdRepair, migrate];
