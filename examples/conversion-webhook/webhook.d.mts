export interface WebhookSettings {
  readonly port: number;
  readonly key: string;
  readonly cert: string;
  /** 127.0.0.1 when absent. */
  readonly host?: string;
  /** /crdconvert when absent. */
  readonly path?: string;
  readonly log?: (line: string) => void;
}
export interface RunningWebhook {
  readonly port: number;
  readonly url: string;
  calls(): number;
  close(): Promise<void>;
}
export interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly object[] };
}
export interface ReviewAnswer {
  readonly apiVersion: string;
  readonly kind: string;
  readonly response: {
    readonly uid: string;
    readonly result: { readonly status: string; readonly message?: string };
    readonly convertedObjects?: readonly object[];
  };
}
export function startWebhook(settings: WebhookSettings): Promise<RunningWebhook>;
export function answerReview(review: Review, convert?: (object: object, to: string) => object): ReviewAnswer;
export function convertCronTab(object: object, desiredAPIVersion: string): object;
