// Made by 'pinnace gen client'. Change the types, not this.
import {
  type ApplyConfiguration,
  type Client,
  Informer,
  type InformerOptions,
  type ResourceClient,
  resourceRef,
} from 'pinnace/client';
import type * as v1alpha1 from './types.ts';

/** An interface as plain data, so that what holds for any object holds for it. */
type Plain<T> = unknown extends T
  ? Json
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T;
type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json | undefined };

/** A Gadget as clients read and write it. */
export type GadgetObject = Plain<v1alpha1.Gadget>;

export type GadgetApplyConfiguration = ApplyConfiguration<GadgetObject>;

export const gadgets = resourceRef<GadgetObject>({
  group: 'gadgets.example.com',
  version: 'v1alpha1',
  resource: 'gadgets',
  kind: 'Gadget',
  namespaced: true,
});

/** Reads and writes gadgets, in one namespace or in all. */
export function gadgetClient(client: Client, namespace?: string): ResourceClient<GadgetObject> {
  const everywhere = client.resource(gadgets);
  return namespace === undefined ? everywhere : everywhere.inNamespace(namespace);
}

/** Follows the gadgets; its lister has what it knows. */
export function gadgetInformer(client: Client, options?: InformerOptions<GadgetObject>): Informer<GadgetObject> {
  return new Informer(client.resource(gadgets), options);
}

/** Everything in gadgets.example.com/v1alpha1. */
export class GadgetsV1alpha1Client {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  gadgets(namespace?: string): ResourceClient<GadgetObject> {
    return gadgetClient(this.client, namespace);
  }
}
