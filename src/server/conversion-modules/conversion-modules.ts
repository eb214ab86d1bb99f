import type { ConversionByRules, CustomResourceDefinition } from '#crd';
import { StartError } from '../start-error.ts';
import { ConversionThreads } from './conversion-threads.ts';

/** What `--conversion` says: modules of the operator's that convert the objects of definitions. */
export class ConversionModules implements AsyncDisposable {
  readonly #byDefinition = new Map<string, ConversionByRules & { readonly threads: ConversionThreads }>();

  /** Each is `crontabs.example.com=./convert.js`. Throws a `StartError`. */
  constructor(pairs: readonly string[]) {
    for (const pair of pairs) {
      const [definition = '', module = ''] = splitAt(pair, '=');
      if (!definition.includes('.') || module === '')
        throw new StartError(
          `--conversion ${pair}: must be a definition and a module: crontabs.example.com=./convert.js`,
        );
      if (this.#byDefinition.has(definition))
        throw new StartError(`--conversion ${pair}: there is another module for ${definition}`);
      const threads = new ConversionThreads({ definition, module });
      const converter = { convert: threads.convert.bind(threads) };
      this.#byDefinition.set(definition, { id: `module ${module}`, elsewhere: true, converter, threads });
    }
  }

  /** Loads them all, so that a start tells what is wrong with one. */
  async ready(): Promise<void> {
    for (const [definition, { threads, id }] of this.#byDefinition) {
      await threads.ready().catch((cause: Error) => {
        throw new StartError(`--conversion ${definition}=${id.slice('module '.length)}: ${cause.message}`, { cause });
      });
    }
  }

  rulesFor({ metadata }: CustomResourceDefinition): ConversionByRules | undefined {
    return this.#byDefinition.get(metadata.name as string);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { threads } of this.#byDefinition.values()) await threads[Symbol.asyncDispose]();
  }
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
