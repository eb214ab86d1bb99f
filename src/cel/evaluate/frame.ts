import type { Value } from '../values/value.ts';

/** Where variables come from. Own properties of an object, or what a function answers. */
export type Activation = { readonly [name: string]: unknown } | ((name: string) => unknown);

/** Thrown when an evaluation costs more than it may. It ends in the middle. */
export class CostExceeded {
  readonly message = 'operation cancelled: actual cost limit exceeded';
}

/** Stands where a variable of a loop has no value yet. */
export const unset = Symbol('unset');

/** Of an expression without loops. */
const noLocals: (Value | typeof unset)[] = [];

/** The state of one evaluation. */
export class Frame {
  readonly activation: Activation;
  readonly limit: number;
  /** The variables of loops, by their slots. */
  readonly locals: (Value | typeof unset)[];
  cost = 0;
  /** Called with the value of each expression, if the evaluation is traced. */
  readonly observe: ((id: number, value: Value) => void) | undefined;

  constructor(options: {
    readonly activation: Activation;
    readonly limit: number;
    readonly slots: number;
    readonly observe?: (id: number, value: Value) => void;
  }) {
    this.activation = options.activation;
    this.limit = options.limit;
    this.locals = options.slots === 0 ? noLocals : new Array(options.slots).fill(unset);
    this.observe = options.observe;
  }

  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit) throw new CostExceeded();
  }
}

/** A planned expression: a function that evaluates it. */
export type Step = (frame: Frame) => Value;
