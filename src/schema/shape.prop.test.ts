import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DeclType } from '#cel';
import type { Json, Shape, ShapeKeywords } from '#meta';
import { shapeOf } from './described-shape.ts';
import { describeTypes } from './parse-types.ts';
import type { JsonSchema } from './structural/json-schema.ts';
import { compileSchema } from './structural/structural-schema.ts';

/** A type that can be written in both worlds. */
type Model =
  | { readonly scalar: keyof typeof scalars }
  | { readonly list: Model }
  | { readonly map: Model }
  | { readonly fields: readonly Field[]; readonly atomic: boolean };

interface Field {
  readonly model: Model;
  readonly required: boolean;
  readonly treatment: 'none' | 'set' | 'keys' | 'atomic';
}

const scalars = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
} as const;
const zeros: { readonly [scalar: string]: Json } = { string: '', bool: false, int32: 0, int64: 0, double: 0 };

const models = fc.letrec<{ model: Model; struct: Model }>((tie) => ({
  struct: fc.record({
    fields: fc.array(
      fc.record({
        model: tie('model'),
        required: fc.boolean(),
        treatment: fc.constantFrom('none', 'set', 'keys', 'atomic'),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    atomic: fc.boolean(),
  }),
  model: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...(Object.keys(scalars) as (keyof typeof scalars)[])).map((scalar) => ({ scalar })),
    tie('model').map((list) => ({ list })),
    tie('model').map((map) => ({ map })),
    tie('struct'),
  ),
}));

/** The notation of built-in types. Each struct is a type of its own. */
class Notation {
  readonly #types: string[] = [];

  struct({ fields, atomic }: Extract<Model, { fields: unknown }>): string {
    const name = `Type${this.#types.push('')}`;
    const at = this.#types.length - 1;
    const lines = fields.map((field, i) => `  ${i + 1} f${i} ${this.#type(field.model)}?${flags(field)} | Field ${i}.`);
    this.#types[at] = `${name}${atomic ? ' map=atomic' : ''} | A type.\n${lines.join('\n')}`;
    return name;
  }
  #type(model: Model): string {
    if ('scalar' in model) return model.scalar;
    if ('list' in model) return `[${this.#type(model.list)}]`;
    return 'map' in model ? `{${this.#type(model.map)}}` : this.struct(model);
  }
  get text(): string {
    return this.#types.join('\n');
  }
}

function flags({ model, required, treatment }: Field): string {
  const list = { none: '', set: ' list=set', keys: ' list=map(f0,f1)', atomic: ' list=atomic' }[treatment];
  const map = treatment === 'atomic' ? ' map=atomic' : '';
  return `${required ? ' required' : ''}${'list' in model ? list : 'map' in model ? map : ''}`;
}

/** The same as a structural schema. */
function schemaFor(model: Model, more: JsonSchema): JsonSchema {
  if ('scalar' in model) return { ...scalars[model.scalar], ...more };
  if ('list' in model) return { type: 'array', items: itemFor(model.list), ...more };
  if ('map' in model) return { type: 'object', additionalProperties: itemFor(model.map), ...more };
  const required = model.fields.flatMap((field, i) => (field.required ? [`f${i}`] : []));
  return {
    type: 'object',
    description: 'A type.',
    properties: Object.fromEntries(model.fields.map((field, i) => [`f${i}`, propertyFor(field, i)])),
    ...(required.length === 0 ? {} : { required }),
    ...(model.atomic ? { 'x-kubernetes-map-type': 'atomic' } : {}),
    ...more,
  };
}

function itemFor(model: Model): JsonSchema {
  const zero = 'scalar' in model ? zeros[model.scalar] : 'fields' in model ? {} : undefined;
  return schemaFor(model, zero === undefined ? {} : { default: zero });
}

function propertyFor({ model, treatment }: Field, index: number): JsonSchema {
  const description = `Field ${index}.`;
  if ('map' in model && treatment === 'atomic')
    return schemaFor(model, { description, 'x-kubernetes-map-type': 'atomic' });
  if (!('list' in model) || treatment === 'none') return schemaFor(model, { description });
  const keys = treatment === 'keys' ? { 'x-kubernetes-list-map-keys': ['f0', 'f1'] } : {};
  return schemaFor(model, {
    description,
    'x-kubernetes-list-type': treatment === 'keys' ? 'map' : treatment,
    ...keys,
  });
}

/** All that can be asked of a shape. */
function answers(shape: Shape): unknown {
  const { items, values } = shape;
  return {
    keywords: keywordsOf(shape.keywords),
    fields: new Map([...shape.fields].map(([name, field]) => [name, answers(field)])),
    items: items && answers(items),
    values: typeof values === 'object' ? answers(values) : values,
    alternatives: shape.alternatives,
  };
}

/** A schema carries what is below it among its keywords; they are asked for by name only. */
function keywordsOf(keywords: ShapeKeywords): unknown {
  const { items, properties, additionalProperties, ...own } = keywords as JsonSchema;
  return own;
}

/** What expressions see of it. */
function declared(decl: DeclType): unknown {
  const { type, minSize, items, values } = decl;
  return {
    type,
    minSize,
    fields: new Map([...decl.fields].map(([name, field]) => [name, declared(field)])),
    items: items && declared(items),
    values: values && declared(values),
    maxElements: type && decl.maxElements,
  };
}

it('a built-in type and the structural schema that says the same give the same answers', () => {
  fc.assert(
    fc.property(models.struct, (model) => {
      const notation = new Notation();
      const name = notation.struct(model as Extract<Model, { fields: unknown }>);
      const library = describeTypes({ package: 'io.example.v1', goPackage: 'v1' }, notation.text);
      const [builtIn, structural] = [shapeOf(library.type(name)), compileSchema(schemaFor(model, {}))];
      expect(answers(builtIn)).toEqual(answers(structural));
      expect(declared(new DeclType(builtIn, 'T'))).toEqual(declared(new DeclType(structural, 'T')));
    }),
    { numRuns: 200 },
  );
});
