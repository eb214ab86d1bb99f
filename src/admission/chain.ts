import type { AdmissionPlugin, AdmissionRequest } from './plugin.ts';

/** Plugins in order; those that have nothing to say in a phase cost nothing in it. */
export class AdmissionChain {
  readonly #mutating: readonly AdmissionPlugin[];
  readonly #checking: readonly AdmissionPlugin[];

  constructor(plugins: readonly AdmissionPlugin[]) {
    this.#mutating = plugins.filter((plugin) => plugin.mutate !== undefined);
    this.#checking = plugins.filter((plugin) => plugin.check !== undefined);
  }
  async mutate(request: AdmissionRequest): Promise<void> {
    for (const plugin of this.#mutating) await plugin.mutate?.(request);
  }
  async check(request: AdmissionRequest): Promise<void> {
    for (const plugin of this.#checking) await plugin.check?.(request);
  }
}
