import type { NamedShape, Shape, ShapeAlternatives, ShapeKeywords } from '#meta';

/** A named shape where it is used, with what is said of it there. */
export class UsedShape implements Shape {
  readonly said: ShapeKeywords;
  readonly #definition: () => NamedShape;

  constructor(definition: () => NamedShape, said: ShapeKeywords) {
    this.#definition = definition;
    this.said = said;
  }
  get definition(): NamedShape {
    return this.#definition();
  }
  get keywords(): ShapeKeywords {
    return { ...this.definition.keywords, ...this.said };
  }
  get fields(): ReadonlyMap<string, Shape> {
    return this.definition.fields;
  }
  get items(): Shape | undefined {
    return this.definition.items;
  }
  get values(): Shape | boolean | undefined {
    return this.definition.values;
  }
  get alternatives(): ShapeAlternatives | undefined {
    return this.definition.alternatives;
  }
}
