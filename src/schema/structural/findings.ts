import { type FieldError, FieldPath, fieldErrors, goJson, goNumber, type Json } from '#meta';
import { sortedJson } from './deep-values.ts';

/**
 * What one validation has found so far, and where it stands. The path is kept as steps and becomes text only when there
 * is something to tell about it.
 */
export class Findings {
  errors: FieldError[] = [];
  /**
   * How many checks have run. Where several alternatives fail, the errors told are those of the one that got furthest
   * by this count. k8s: kube-openapi/pkg/validation/validate, MatchCount
   */
  matches = 0;
  /** How many errors there were when a value was last found to differ from its old one. */
  differsAt = 0;
  readonly #way: (string | number)[] = [];
  readonly #base: FieldPath;
  /** A key of a map at the root is told with a dot before it. */
  #dotted = false;

  constructor(base: FieldPath | undefined) {
    this.#base = base ?? new FieldPath('');
  }

  enter(step: string | number): void {
    if (this.atRoot) this.#dotted = false;
    this.#way.push(step);
  }
  enterKey(key: string): void {
    if (this.atRoot) this.#dotted = true;
    this.#way.push(key);
  }
  leave(): void {
    this.#way.pop();
  }
  get atRoot(): boolean {
    return this.#way.length === 0;
  }

  /** Forgets the errors after a mark. */
  rewind(mark: number): void {
    this.errors.length = mark;
    if (this.differsAt > mark) this.differsAt = mark;
  }

  invalid(value: Json, what: string): void {
    const name = this.#name();
    this.errors.push(fieldErrors.invalid(this.#at(name), shown(value), `${name} in body ${what}`));
  }
  /** The schema contradicts itself here: every value is refused. */
  badFactor(factor: number): void {
    const name = this.#name();
    const text = `factor MultipleOf declared for ${name} must be positive: ${goNumber(factor)}`;
    this.errors.push(fieldErrors.invalid(this.#at(name), factor, text));
  }
  typeInvalid(value: Json, what: string): void {
    const name = this.#name();
    this.errors.push(fieldErrors.typeInvalid(this.#at(name), value, `${name} in body ${what}`));
  }
  notSupported(value: Json, allowed: readonly Json[]): void {
    this.errors.push(fieldErrors.notSupported(this.#at(this.#name()), shown(value), textsOf(allowed)));
  }
  tooLong(maximum: number): void {
    this.errors.push(fieldErrors.tooLong(this.#at(this.#name()), maximum));
  }
  tooMany(actual: number, maximum: number): void {
    this.errors.push(fieldErrors.tooMany(this.#at(this.#name()), actual, maximum));
  }
  required(name: string): void {
    this.errors.push(fieldErrors.required(this.#at(`${this.#name()}.${name}`)));
  }
  refused(name: string): void {
    const at = this.#name();
    this.errors.push(fieldErrors.invalid(this.#at(at), name, `${at}.${name} in body is a forbidden property`));
  }
  /** Some faults are told of the whole object, and name the field in their text. */
  general(text: (name: string) => string): void {
    this.errors.push(fieldErrors.invalid(this.#base, '', text(this.#name())));
  }

  /** Each told once, as the parts of a junction may repeat each other. Texts may be long: only those of one field are compared. */
  distinct(): FieldError[] {
    if (this.errors.length < 2) return this.errors;
    const seen = new Map<string, string[]>();
    return this.errors.filter(({ field, body }) => {
      const bodies = seen.get(field);
      if (bodies === undefined) seen.set(field, [body]);
      else if (bodies.includes(body)) return false;
      else bodies.push(body);
      return true;
    });
  }

  #name(): string {
    let name = this.#dotted && !this.atRoot ? '.' : '';
    this.#way.forEach((step, i) => {
      name += typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`;
    });
    return name;
  }
  #at(name: string): FieldPath {
    const below = name.startsWith('.') ? name.slice(1) : name;
    return below === '' ? this.#base : this.#base.child(below);
  }
}

function shown(value: Json): Json {
  return typeof value === 'object' ? sortedJson(value) : value;
}

const texts = new WeakMap<readonly Json[], readonly string[]>();

/** The values of an enumeration as they are told: the same list for the same enumeration. */
function textsOf(allowed: readonly Json[]): readonly string[] {
  const known = texts.get(allowed) ?? allowed.map((one) => (typeof one === 'string' ? one : goJson(sortedJson(one))));
  texts.set(allowed, known);
  return known;
}
