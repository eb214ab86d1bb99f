import type { NamedShape, Shape, ShapeAlternatives, ShapeKeywords } from '#meta';

export const noFields: ReadonlyMap<string, Shape> = new Map();

/** A shape with nothing below it. */
export class LeafShape implements Shape {
  readonly keywords: ShapeKeywords;

  constructor(keywords: ShapeKeywords) {
    this.keywords = keywords;
  }
  get said(): ShapeKeywords {
    return this.keywords;
  }
  get fields(): ReadonlyMap<string, Shape> {
    return noFields;
  }
  get items(): undefined {
    return undefined;
  }
  get values(): undefined {
    return undefined;
  }
  get alternatives(): ShapeAlternatives | undefined {
    return undefined;
  }
  get definition(): NamedShape | undefined {
    return undefined;
  }
}

/** The same with a name. `oneOf`: the types of which it has one. */
export class NamedLeaf extends LeafShape implements NamedShape {
  readonly name: string;
  readonly #oneOf: readonly string[];

  constructor(name: string, keywords: ShapeKeywords, oneOf: readonly string[] = []) {
    super(keywords);
    this.name = name;
    this.#oneOf = oneOf;
  }
  override get alternatives(): ShapeAlternatives | undefined {
    if (this.#oneOf.length === 0) return undefined;
    return { allOf: [], anyOf: [], oneOf: this.#oneOf.map((type) => new LeafShape({ type })), not: undefined };
  }
  override get definition(): NamedShape {
    return this;
  }
}
