import type { AdmissionObservation } from '#admission';
import { type Distribution, Histogram } from './family.ts';

const limits = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

/** How long admission took. Every plugin of every write passes here, so the cell that each counts in is found once. */
export class AdmissionTimes {
  readonly #plugins = new Histogram({
    name: 'apiserver_admission_controller_admission_duration_seconds',
    help: 'How long each admission plugin took, where it was asked.',
    labelNames: ['name', 'operation', 'rejected', 'type'],
    limits,
  });
  readonly #steps = new Histogram({
    name: 'apiserver_admission_step_admission_duration_seconds',
    help: 'How long the plugins of a phase took together.',
    labelNames: ['operation', 'rejected', 'type'],
    limits,
  });
  /** By phase and outcome, by plugin, by operation. */
  readonly #cells = Array.from({ length: 4 }, () => new Map<string | undefined, Map<string, Distribution>>());

  observe(observation: AdmissionObservation): void {
    const { plugin, operation, phase, rejected, milliseconds } = observation;
    const byPlugin = this.#cells[(phase === 'mutate' ? 0 : 2) + (rejected ? 1 : 0)];
    const cell = byPlugin?.get(plugin)?.get(operation) ?? this.#newCell(observation, byPlugin);
    (plugin === undefined ? this.#steps : this.#plugins).put(cell, milliseconds / 1000);
  }

  *lines(): Generator<string> {
    for (const metric of [this.#plugins, this.#steps]) yield* metric.lines();
  }

  #newCell(
    { plugin, operation, phase, rejected }: AdmissionObservation,
    byPlugin: Map<string | undefined, Map<string, Distribution>> | undefined,
  ): Distribution | undefined {
    const type = phase === 'mutate' ? 'admit' : 'validate';
    const labels = [operation, String(rejected), type];
    const cell = plugin === undefined ? this.#steps.of(labels) : this.#plugins.of([plugin, ...labels]);
    if (cell === undefined || byPlugin === undefined) return cell;
    const byOperation = byPlugin.get(plugin) ?? new Map<string, Distribution>();
    byPlugin.set(plugin, byOperation.set(operation, cell));
    return cell;
  }
}
