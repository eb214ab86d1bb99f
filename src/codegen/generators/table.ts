import { client } from './client.ts';
import { conversion } from './conversion.ts';
import { crd } from './crd.ts';
import { defaults } from './defaults.ts';
import { docs } from './docs.ts';
import type { Generator } from './generator.ts';
import { openapi } from './openapi.ts';
import { proto } from './proto.ts';
import { register } from './register.ts';
import { schema } from './schema.ts';

interface GeneratorRow {
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
  { name: 'client', summary: 'Write typed clients, informers and apply configurations.', generate: client },
  { name: 'openapi', summary: 'Write OpenAPI v3 and v2 documents.', generate: openapi },
  { name: 'proto', summary: 'Write generated.proto, with numbers of fields that never change.', generate: proto },
  { name: 'docs', summary: 'Write a reference page for each group.', generate: docs },
] as const satisfies readonly GeneratorRow[];
