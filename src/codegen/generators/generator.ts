import type { ApiModel } from '../model.ts';
import type { PrintOptions } from '../print/typescript.ts';

/** A file that a generator makes. */
export interface GeneratedText {
  /** From the root of the project, with slashes. */
  readonly path: string;
  readonly text: string;
}

export interface GeneratorOptions extends PrintOptions {
  /** What is there already, for what may not change: numbers of fields. */
  read(path: string): string | undefined;
  /** Whether tests are written too. */
  readonly tests: boolean;
  /** Where definitions go: `config/crd`. */
  readonly crdFolder: string;
  /** Where reference pages go: `docs/api`. */
  readonly docsFolder: string;
  /** What tests are written for. */
  readonly testRunner: 'node:test' | 'vitest';
}

/** What a generator gives: files, and sentences about what is left to decide. */
export interface Generated {
  readonly files: readonly GeneratedText[];
  readonly notes: readonly string[];
}

export type Generator = (model: ApiModel, options: GeneratorOptions) => Generated;
