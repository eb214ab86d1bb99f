/** What a thread that converts is given. */
export interface ConversionThreadStart {
  /** A path, or the name of a package. */
  readonly module: string;
  /** `crontabs.example.com` */
  readonly definition: string;
  /** Two numbers: how many objects were begun, and which one of the job is under way. */
  readonly progress: SharedArrayBuffer;
}

export const BEGUN = 0;
export const INDEX = 1;

/** Objects to convert, as a list in JSON. */
export interface ConversionJob {
  readonly objects: string;
  readonly to: string;
}

export type FromConversionThread =
  | { readonly type: 'ready' }
  | { readonly type: 'unusable'; readonly message: string }
  | { readonly type: 'converted'; readonly objects: string }
  | { readonly type: 'failed'; readonly index: number; readonly message: string };
