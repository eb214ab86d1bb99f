import type { Scheme } from './scheme.ts';

/** Adds the types, conversions and defaults of a group, or of one of its versions, to a scheme. */
export type AddToScheme = (scheme: Scheme) => void;

/**
 * Collects what a group adds to schemes, so that each file adds its own part:
 *
 *     export const localSchemeBuilder = new SchemeBuilder(addKnownTypes, registerDefaults);
 *     localSchemeBuilder.register(registerConversions);
 *     export const { addToScheme } = localSchemeBuilder;
 */
export class SchemeBuilder {
  readonly #functions: AddToScheme[];

  constructor(...functions: readonly AddToScheme[]) {
    this.#functions = [...functions];
  }

  /** Adds functions that are called by `addToScheme`, in the order in which they were added. */
  register(...functions: readonly AddToScheme[]): this {
    this.#functions.push(...functions);
    return this;
  }

  /** Calls all of them. Can be passed on by itself. */
  readonly addToScheme: AddToScheme = (scheme) => {
    for (const add of this.#functions) add(scheme);
  };
}
