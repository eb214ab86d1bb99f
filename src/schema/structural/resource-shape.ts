import type { NamedShape, Shape, ShapeAlternatives, ShapeKeywords } from '#meta';
import { shapeOf } from '../described-shape.ts';
import { LeafShape } from '../leaf-shape.ts';
import { metaV1 } from '../meta-v1.ts';
import { UsedShape } from '../used-shape.ts';

/** What every resource has, whatever its schema says of it. */
export const resourceFields: readonly (readonly [string, Shape])[] = [
  [
    'apiVersion',
    new LeafShape({
      type: 'string',
      description: 'APIVersion defines the group and version that this form of the object belongs to.',
    }),
  ],
  [
    'kind',
    new LeafShape({
      type: 'string',
      description: 'The type of the resource that this object represents, in CamelCase. It cannot be changed.',
    }),
  ],
  [
    'metadata',
    new UsedShape(() => shapeOf(metaV1.type('ObjectMeta')), {
      description: "Standard object's metadata: its name, its identity and its history.",
    }),
  ],
];

export function withResourceFields(fields: ReadonlyMap<string, Shape>): ReadonlyMap<string, Shape> {
  return new Map([...fields, ...resourceFields]);
}

/** The shape of a whole object, of which its schema describes the rest. */
export class ResourceShape implements Shape {
  readonly #schema: Shape;

  constructor(schema: Shape) {
    this.#schema = schema;
  }
  get keywords(): ShapeKeywords {
    return this.#schema.keywords;
  }
  get said(): ShapeKeywords {
    return this.#schema.said;
  }
  get fields(): ReadonlyMap<string, Shape> {
    return withResourceFields(this.#schema.fields);
  }
  get items(): Shape | undefined {
    return this.#schema.items;
  }
  get values(): Shape | boolean | undefined {
    return this.#schema.values;
  }
  get alternatives(): ShapeAlternatives | undefined {
    return this.#schema.alternatives;
  }
  get definition(): NamedShape | undefined {
    return undefined;
  }
}
