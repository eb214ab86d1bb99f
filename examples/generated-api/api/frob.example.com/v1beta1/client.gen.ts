// Made by 'pinnace gen client'. Change the types, not this.
import {
  type ApplyConfiguration,
  type Client,
  Informer,
  type InformerOptions,
  type ResourceClient,
  resourceRef,
} from 'pinnace/client';
import type * as v1beta1 from './types.ts';

/** An interface as plain data, so that what holds for any object holds for it. */
type Plain<T> = unknown extends T
  ? Json
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T;
type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json | undefined };

/** A Frobber as clients read and write it. */
export type FrobberObject = Plain<v1beta1.Frobber>;

export type FrobberApplyConfiguration = ApplyConfiguration<FrobberObject>;

export const frobbers = resourceRef<FrobberObject>({
  group: 'frob.example.com',
  version: 'v1beta1',
  resource: 'frobbers',
  kind: 'Frobber',
  namespaced: true,
});

/** Reads and writes frobbers, in one namespace or in all. */
export function frobberClient(client: Client, namespace?: string): ResourceClient<FrobberObject> {
  const everywhere = client.resource(frobbers);
  return namespace === undefined ? everywhere : everywhere.inNamespace(namespace);
}

/** Follows the frobbers; its lister has what it knows. */
export function frobberInformer(client: Client, options?: InformerOptions<FrobberObject>): Informer<FrobberObject> {
  return new Informer(client.resource(frobbers), options);
}

/** Everything in frob.example.com/v1beta1. */
export class FrobV1beta1Client {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  frobbers(namespace?: string): ResourceClient<FrobberObject> {
    return frobberClient(this.client, namespace);
  }
}
