import { isDeepStrictEqual } from 'node:util';
import type { AdmissionRequest, DynamicPlugin, MutatingStep, MutationRounds } from './plugin.ts';

/**
 * Whether the steps of a request are to be asked a second time. A step that changes the object makes all go round again:
 * the plugins that are compiled in, and of the steps those that wish it and were asked before the change. Nobody is asked
 * a third time. k8s: admission/reinvocation.go, plugin/webhook/mutating/reinvocationcontext.go
 */
export class Reinvocation implements MutationRounds {
  readonly #rounds = new Map<DynamicPlugin, Round>();
  #isSecond = false;
  #wanted = false;

  /** Begins the second round, if there has to be one. */
  begin(): boolean {
    if (!this.#wanted || this.#isSecond) return false;
    this.#isSecond = true;
    return true;
  }

  get isSecond(): boolean {
    return this.#isSecond;
  }
  wantSecond(): void {
    this.#wanted = true;
  }
  roundOf(plugin: DynamicPlugin): Round {
    const round = this.#rounds.get(plugin) ?? new Round();
    this.#rounds.set(plugin, round);
    return round;
  }

  async run(plugin: DynamicPlugin, steps: readonly MutatingStep[], request: AdmissionRequest): Promise<void> {
    const round = this.roundOf(plugin);
    if (this.#isSecond && !isDeepStrictEqual(round.output, request.object)) round.requireEarlier();
    try {
      for (const step of steps) if (!this.#isSecond || round.requires(step)) await this.#ask(step, round, request);
    } finally {
      round.output = structuredClone(request.object);
    }
  }

  async #ask(step: MutatingStep, round: Round, request: AdmissionRequest): Promise<void> {
    const before = request.object;
    const replacement = await step.mutate(request);
    if (replacement !== undefined) await request.replace(replacement);
    if (!isDeepStrictEqual(before, request.object)) {
      round.requireEarlier();
      this.#wanted = true;
    }
    round.asked(step);
  }
}

/** What is known of one plugin's steps. */
export class Round {
  /** What was wanted when its last step had been asked. */
  output: AdmissionRequest['object'] = null;
  readonly #earlier = new Set<string>();
  readonly #required = new Set<string>();

  asked({ id, reinvocation }: Pick<MutatingStep, 'id' | 'reinvocation'>): void {
    if (reinvocation === 'IfNeeded') this.#earlier.add(id);
  }
  requireEarlier(): void {
    for (const id of this.#earlier) this.#required.add(id);
    this.#earlier.clear();
  }
  requires({ id }: Pick<MutatingStep, 'id'>): boolean {
    return this.#required.has(id);
  }
}
