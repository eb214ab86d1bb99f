import { statSync } from 'node:fs';
import { noObjects, type ObjectsInMemory } from '#admission';
import { admissionKinds } from '#apis';
import { FieldPath, fieldErrors, formatFieldError, goQuote, type KubeObject, type World } from '#meta';
import { StartError } from '../start-error.ts';
import { fileFault } from './file-fault.ts';
import { type LoadedManifests, loadManifests, type ManifestPluginName } from './load-manifests.ts';
import { readManifestFiles } from './manifest-files.ts';
import { WatchedFolder } from './watched-folder.ts';

/** Where each plugin finds its files. */
export type ManifestFolders = ReadonlyMap<ManifestPluginName, string>;

/** What a reading of files came to. */
export interface ManifestReading {
  readonly plugin: ManifestPluginName;
  readonly status: 'success' | 'failure';
  /** Of the files that hold now. */
  readonly hash: string;
}

interface ManifestParts {
  readonly folders: ManifestFolders;
  readonly world: Pick<World, 'clock' | 'log'>;
  observe(reading: ManifestReading): void;
}

const POLL_MS = 60_000;

/** Objects by resource, as one thread tells them to another. */
export interface ManifestCopy {
  readonly since: number;
  readonly objects: { readonly [resource: string]: readonly KubeObject[] };
}

export const noManifests: ManifestCopy = { since: 0, objects: {} };

/** The configurations of admission that lie in files. What is wrong in them later leaves those that held before. */
export class StaticManifests {
  readonly #parts: ManifestParts;
  readonly #sources: readonly ManifestSource[];
  /** Another number whenever one of them has changed. */
  #since = 1;
  #copy = noManifests;

  /** Reads them. Throws a `StartError` in upstream's words. */
  constructor(parts: ManifestParts) {
    this.#parts = parts;
    this.#sources = [...parts.folders].map(([plugin, folder]) => new ManifestSource(plugin, folder, parts));
  }

  /** Reads them again when they change. Begins with the first turn, ends with the signal. */
  async follow(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts.world;
    await Promise.all(
      this.#sources.map((source) =>
        new WatchedFolder({
          folder: source.folder,
          pollMs: POLL_MS,
          clock,
          signal,
          changed: () => {
            if (source.reload()) this.#since++;
          },
          failed: (error) => source.tell('watching manifest directory', error),
        }).run(),
      ),
    );
  }

  get since(): number {
    return this.#since;
  }

  read(resource: string): ObjectsInMemory {
    return { since: this.#since, all: () => this.copy().objects[resource] ?? [] };
  }

  copy(): ManifestCopy {
    if (this.#copy.since === this.#since) return this.#copy;
    const found = this.#sources.flatMap(({ objects }) => [...objects]);
    const named = found.map(([kind, objects]) => [resourceOf(kind), objects] as const);
    this.#copy = { since: this.#since, objects: Object.fromEntries(named) };
    return this.#copy;
  }
}

const resourceOf = (kind: string): string => admissionKinds.find((one) => one.kind === kind)?.resource ?? '';

/** What another thread was told of them. */
export class CopiedManifests {
  #copy = noManifests;

  get since(): number {
    return this.#copy.since;
  }

  take(copy: ManifestCopy): void {
    this.#copy = copy;
  }

  read(resource: string): ObjectsInMemory {
    const { since, objects } = this.#copy;
    return since === 0 ? noObjects : { since, all: () => objects[resource] ?? [] };
  }
}

/** The files of one plugin. */
class ManifestSource {
  readonly plugin: ManifestPluginName;
  readonly folder: string;
  readonly #parts: Omit<ManifestParts, 'folders'>;
  #hash: string;
  #readHash: string;
  objects: LoadedManifests;

  constructor(plugin: ManifestPluginName, folder: string, parts: Omit<ManifestParts, 'folders'>) {
    this.plugin = plugin;
    this.folder = folder;
    this.#parts = parts;
    requireFolder(plugin, folder);
    try {
      const files = readManifestFiles(folder);
      this.objects = loadManifests(plugin, files);
      this.#hash = files.hash;
      this.#readHash = files.hash;
    } catch (error) {
      const what = plugin.endsWith('Webhook') ? 'webhook' : 'policy';
      const why = `failed to load static ${what} manifests from ${goQuote(folder)}: ${(error as Error).message}`;
      throw new StartError(
        `--admission-control-config-file: failed to initialize admission plugin ${goQuote(plugin)}: ${why}`,
        { cause: error },
      );
    }
    this.#observe('success');
  }

  /** True if others hold now than before. */
  reload(): boolean {
    try {
      const files = readManifestFiles(this.folder);
      if (files.hash === this.#readHash) return false;
      this.objects = loadManifests(this.plugin, files);
      this.#readHash = files.hash;
      this.#hash = files.hash;
    } catch (error) {
      this.tell('reloading admission manifest config', error);
      this.#observe('failure');
      return false;
    }
    this.#parts.world.log.info('reloaded admission manifest config', { plugin: this.plugin, dir: this.folder });
    this.#observe('success');
    return true;
  }

  tell(what: string, error: unknown): void {
    this.#parts.world.log.error(what, { plugin: this.plugin, dir: this.folder, error });
  }

  #observe(status: ManifestReading['status']): void {
    this.#parts.observe({ plugin: this.plugin, status, hash: this.#hash });
  }
}

/** k8s: apiserver/pkg/admission/plugin/manifest/validation.go ValidateStaticManifestsDir */
function requireFolder(plugin: ManifestPluginName, folder: string): void {
  const why = faultOf(folder);
  if (why === undefined) return;
  const fault = formatFieldError(fieldErrors.invalid(new FieldPath('staticManifestsDir'), folder, why));
  throw new StartError(`--admission-control-config-file: couldn't init admission plugin ${goQuote(plugin)}: ${fault}`);
}

function faultOf(folder: string): string | undefined {
  try {
    return statSync(folder).isDirectory() ? undefined : 'must be a directory';
  } catch (error) {
    return `unable to read: ${fileFault(error)}`;
  }
}
