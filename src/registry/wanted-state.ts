import type { Hub, MaybePromise } from '#meta';

/** What the object should become, given what is there (null: nothing). May be asked again after a lost race. */
export type WantedState = (live: Hub | null) => MaybePromise<Hub>;
