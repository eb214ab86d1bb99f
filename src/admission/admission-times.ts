/** How long admission took with a request, in milliseconds. Added up: a plugin or a webhook may be asked again. */
export interface AdmissionTimes {
  admission: number;
  /** Of those that took long enough to be noted. Undefined where none did, as for all reads. */
  plugins: Map<string, number> | undefined;
  webhooks: Map<string, number> | undefined;
}

/** A write asks many plugins, of which nearly all take next to no time: to note them too would take longer. */
export const LEAST_NOTED_MS = 0.05;

export function noteTime(times: AdmissionTimes, of: 'plugins' | 'webhooks', name: string, milliseconds: number): void {
  times[of] ??= new Map();
  times[of].set(name, (times[of].get(name) ?? 0) + milliseconds);
}
