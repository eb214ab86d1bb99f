import { conversion } from './conversion.ts';
import { crd } from './crd.ts';
import { defaults } from './defaults.ts';
import type { Generator } from './generator.ts';
import { register } from './register.ts';
import { schema } from './schema.ts';

export interface GeneratorRow {
  readonly name: string;
  /** For the help of its command. */
  readonly summary: string;
  readonly generate: Generator;
}

/** Every generator that reads types, in the order of `pinnace gen all`. */
export const generators = [
  {
    name: 'conversion',
    summary: 'Write functions that convert every struct of every version to and from the hub.',
    generate: conversion,
  },
  { name: 'defaults', summary: 'Write functions that fill in what was left out of objects.', generate: defaults },
  { name: 'register', summary: 'Write addToScheme for each group.', generate: register },
  { name: 'schema', summary: 'Write the descriptions that schemes, codecs and servers use.', generate: schema },
  { name: 'crd', summary: 'Write CustomResourceDefinitions.', generate: crd },
] as const satisfies readonly GeneratorRow[];
