interface StartedWebhook {
  close(): Promise<void>;
  configurations(): readonly (readonly [string, object])[];
}
export function start(options?: object): Promise<StartedWebhook>;
