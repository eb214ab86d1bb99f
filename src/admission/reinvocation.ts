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
}

/** What is known of one plugin's steps. */
export class Round {
  /** What was wanted when its last step had been asked. */
  output: AdmissionRequest['object'] = null;
  readonly #earlier = new Set<string>();
  readonly #required = new Set<string>();

  /** Changes by others since the first call make all steps that wish it be called again. */
  begin({ isSecond }: MutationRounds, object: AdmissionRequest['object']): void {
    if (isSecond && !isDeepStrictEqual(this.output, object)) this.requireEarlier();
  }
  asked({ id, reinvocation }: MutatingStep): void {
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
