import type { KubeObject } from './object-meta.ts';

/**
 * The same kind of object comes in different forms, which look alike and must not be taken for each other. The brand is
 * known to the compiler alone. An object that nobody has branded (one that is written down in place) fits everywhere.
 */
declare const form: unique symbol;

/** In the form in which all versions meet: what rules, admission and controllers see. */
export type Hub<T extends KubeObject = KubeObject> = T & { readonly [form]?: 'hub' };

/** In one of its versions, as clients send it and as they see it. */
export type Versioned<T extends KubeObject = KubeObject> = T & { readonly [form]?: 'versioned' | 'stored' };

/** As it lies in the store: in the version in which it was written. */
export type Stored<T extends KubeObject = KubeObject> = T & { readonly [form]?: 'stored' };

/** For a kind with one version, which is its hub. */
export const ownHub = {
  toHub: (object: Versioned): Hub => object as KubeObject,
  fromHub: (hub: Hub): Versioned => hub as KubeObject,
};
