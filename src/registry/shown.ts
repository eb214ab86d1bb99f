import type { Hub, Stored } from '#meta';
import type { Entry } from '#storage';

/** What a write leaves to show: an entry of the store, or (dry run, last finalizer) an object that is not in it. */
export type Shown = { readonly entry: Entry } | { readonly hub: Hub } | { readonly stored: Stored };
