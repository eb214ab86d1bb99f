// Made by 'pinnace gen client'. Change the types, not this.
import {
  type ApplyConfiguration,
  type Client,
  Informer,
  type InformerOptions,
  type ResourceClient,
  resourceRef,
} from 'pinnace/client';
import type * as v1 from './types.ts';

/** An interface as plain data, so that what holds for any object holds for it. */
type Plain<T> = unknown extends T
  ? Json
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T;
type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json | undefined };

/** A Site as clients read and write it. */
export type SiteObject = Plain<v1.Site>;

export type SiteApplyConfiguration = ApplyConfiguration<SiteObject>;

export const sites = resourceRef<SiteObject>({
  group: 'web.example.com',
  version: 'v1',
  resource: 'sites',
  kind: 'Site',
  namespaced: true,
});

/** Reads and writes sites, in one namespace or in all. */
export function siteClient(client: Client, namespace?: string): ResourceClient<SiteObject> {
  const everywhere = client.resource(sites);
  return namespace === undefined ? everywhere : everywhere.inNamespace(namespace);
}

/** Follows the sites; its lister has what it knows. */
export function siteInformer(client: Client, options?: InformerOptions<SiteObject>): Informer<SiteObject> {
  return new Informer(client.resource(sites), options);
}

/** Everything in web.example.com/v1. */
export class WebV1Client {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  sites(namespace?: string): ResourceClient<SiteObject> {
    return siteClient(this.client, namespace);
  }
}
