import { createHash } from 'node:crypto';
import type { ManifestReading } from '../static-manifests/static-manifests.ts';
import { Counter } from './family.ts';
import type { Reading } from './metrics.ts';

const PREFIX = 'apiserver_manifest_admission_config_controller';

/** What became of admission configurations in files. k8s: apiserver/pkg/admission/plugin/manifest/metrics */
export class ManifestReadings {
  readonly #server: string;
  readonly #now: () => number;
  readonly #reloads = new Counter({
    name: `${PREFIX}_automatic_reloads_total`,
    help: 'Readings of admission configurations in files.',
    labelNames: ['apiserver_id_hash', 'plugin', 'status'],
  });
  readonly #latest = new Map<string, { readonly reading: ManifestReading; readonly at: number }>();
  readonly #hashes = new Map<string, string>();

  constructor(identity: string, now: () => number) {
    this.#server = `sha256:${createHash('sha256').update(identity).digest('hex')}`;
    this.#now = now;
  }

  observe(reading: ManifestReading): void {
    const { plugin, status, hash } = reading;
    this.#reloads.add(this.#server, plugin, status);
    this.#latest.set(`${plugin} ${status}`, { reading, at: this.#now() });
    if (status === 'success') this.#hashes.set(plugin, hash);
  }

  lines(): Generator<string> {
    return this.#reloads.lines();
  }

  readings(): readonly Reading[] {
    const server = this.#server;
    return [
      {
        name: `${PREFIX}_automatic_reload_last_timestamp_seconds`,
        help: 'When admission configurations in files were last read.',
        labelNames: ['apiserver_id_hash', 'plugin', 'status'],
        read: () =>
          [...this.#latest.values()].map(({ reading: { plugin, status }, at }) => ({
            labels: { apiserver_id_hash: server, plugin, status },
            value: at / 1000,
          })),
      },
      {
        name: `${PREFIX}_last_config_info`,
        help: 'The admission configurations in files that hold, by the hash of the files.',
        labelNames: ['apiserver_id_hash', 'hash', 'plugin'],
        read: () =>
          [...this.#hashes].map(([plugin, hash]) => ({
            labels: { apiserver_id_hash: server, hash, plugin },
            value: 1,
          })),
      },
    ];
  }
}
