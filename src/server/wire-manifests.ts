import { hostname } from 'node:os';
import { admissionControl } from './admission-control/admission-control.ts';
import type { HouseParts } from './house-builder.ts';
import { identityOf } from './identity-lease.ts';
import { ManifestReadings } from './metrics/manifest-readings.ts';
import { StaticManifests } from './static-manifests/static-manifests.ts';
import { controlSettings } from './wire-admission.ts';

/** Admission webhooks and policies that lie in files. Undefined where nobody has said that there are any. */
export function wireManifests({
  options,
  world,
  metrics,
}: Pick<HouseParts, 'options' | 'world' | 'metrics'>): StaticManifests | undefined {
  const { manifests: folders } = admissionControl(controlSettings(options));
  if (folders.size === 0) return undefined;
  const readings = new ManifestReadings(identityOf(hostname()), () => world.clock.now());
  metrics.addCounted(readings);
  for (const reading of readings.readings()) metrics.addReading(reading);
  return new StaticManifests({ folders, world, observe: (reading) => readings.observe(reading) });
}
