import { FieldPath } from '#meta';

const PROPERTY = 0;
const MAP_KEY = 1;
const LIST_INDEX = 2;

/** Where a walk stands. It becomes a path only when there is something to tell. */
export class Way {
  readonly #base: FieldPath;
  readonly #steps: (string | number)[] = [];
  readonly #kinds: number[] = [];

  constructor(base: FieldPath = new FieldPath('')) {
    this.#base = base;
  }

  /** `spec.name` */
  enterProperty(name: string): void {
    this.#steps.push(name);
    this.#kinds.push(PROPERTY);
  }
  /** `spec[name]` */
  enterKey(key: string): void {
    this.#steps.push(key);
    this.#kinds.push(MAP_KEY);
  }
  enterIndex(index: number): void {
    this.#steps.push(index);
    this.#kinds.push(LIST_INDEX);
  }
  leave(): void {
    this.#steps.pop();
    this.#kinds.pop();
  }

  get path(): FieldPath {
    let path = this.#base;
    for (const [i, step] of this.#steps.entries()) {
      if (this.#kinds[i] === LIST_INDEX) path = path.index(step as number);
      else path = this.#kinds[i] === PROPERTY ? path.child(step as string) : path.key(step as string);
    }
    return path;
  }
}
