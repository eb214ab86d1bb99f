import { FieldPath } from '#meta';

const property = 0;
const mapKey = 1;
const listIndex = 2;

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
    this.#kinds.push(property);
  }
  /** `spec[name]` */
  enterKey(key: string): void {
    this.#steps.push(key);
    this.#kinds.push(mapKey);
  }
  enterIndex(index: number): void {
    this.#steps.push(index);
    this.#kinds.push(listIndex);
  }
  leave(): void {
    this.#steps.pop();
    this.#kinds.pop();
  }

  get path(): FieldPath {
    let path = this.#base;
    for (const [i, step] of this.#steps.entries()) {
      if (this.#kinds[i] === listIndex) path = path.index(step as number);
      else path = this.#kinds[i] === property ? path.child(step as string) : path.key(step as string);
    }
    return path;
  }
}
