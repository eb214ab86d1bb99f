import type { JsonObject } from '#meta';

/** Parts of groups of pods that belong to features which are off: taken, and dropped. */
const features = ['schedulingConstraints', 'resourceClaims', 'disruptionMode', 'priorityClassName', 'priority'];

export function dropFeatures(spec: JsonObject | undefined): void {
  for (const name of features) delete spec?.[name];
}
