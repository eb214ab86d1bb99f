import type { Json, NamedShape, Shape, ShapeAlternatives, ShapeKeywords } from '#meta';
import { jsonFields } from './json-fields.ts';
import { LeafShape, noFields } from './leaf-shape.ts';
import { fieldRules, structRules, valueRules } from './rule-keywords.ts';
import { anyValue, isPlain, namedScalar, plainScalars, zeroOf } from './scalar-shapes.ts';
import { compileSchema, type StructuralSchema } from './structural/structural-schema.ts';
import type { ChoiceType, FieldDescription, StructType, TypeDescription } from './type-description.ts';

const structs = new WeakMap<StructType, NamedShape>();
const choices = new WeakMap<ChoiceType, NamedShape>();

/** The shape of a described type. There is one for each type. */
export function shapeOf(type: StructType): NamedShape {
  let shape = structs.get(type);
  if (shape === undefined) {
    shape = new StructShape(type, { shapes: shapeOf, tellsRules: type.publishesRules === true });
    structs.set(type, shape);
  }
  return shape;
}

/** The same for those who look once at all of a type, as documents do: nothing of it is kept. */
export function passingShapeOf(type: StructType): NamedShape {
  return new StructShape(type, { shapes: passingShapeOf, tellsRules: type.publishesRules === true });
}

/** The same with all rules, also those that are not published, for those who check objects. */
export function ruledShapeOf(type: StructType): NamedShape {
  return new StructShape(type, { shapes: ruledShapeOf, tellsRules: true });
}

/** What a struct is made with, and its fields have from it. */
interface Surroundings {
  /** Where the shapes of other structs come from. */
  readonly shapes: (type: StructType) => NamedShape;
  /** Whether its rules and those of its fields are told. */
  readonly tellsRules: boolean;
}

/** What every object says of itself. */
const typeMeta: readonly (readonly [string, Shape])[] = [
  ['kind', new LeafShape({ description: 'The kind of the object, in CamelCase.', type: 'string' })],
  [
    'apiVersion',
    new LeafShape({ description: 'The group and version of this representation of the object.', type: 'string' }),
  ],
];

class StructShape implements NamedShape {
  readonly name: string;
  readonly #type: StructType;
  readonly #around: Surroundings;
  #keywords: ShapeKeywords | undefined;
  #fields: ReadonlyMap<string, Shape> | undefined;

  constructor(type: StructType, around: Surroundings) {
    this.name = type.name;
    this.#type = type;
    this.#around = around;
  }
  get keywords(): ShapeKeywords {
    this.#keywords ??= structKeywords(this.#type, this.#around);
    return this.#keywords;
  }
  get said(): ShapeKeywords {
    return this.keywords;
  }
  get fields(): ReadonlyMap<string, Shape> {
    if (this.#fields === undefined) {
      const fields = new Map(this.#type.kind === undefined ? [] : typeMeta);
      for (const field of jsonFields(this.#type)) {
        fields.set(field.name, new ValueShape(field.type, field, this.#around));
      }
      this.#fields = fields;
    }
    return this.#fields;
  }
  get items(): undefined {
    return undefined;
  }
  /** An object of which nothing is said may have any members, so that a struct without fields has to say it. */
  get values(): false | undefined {
    return this.fields.size === 0 ? false : undefined;
  }
  get alternatives(): undefined {
    return undefined;
  }
  get definition(): NamedShape {
    return this;
  }
}

/** In the order of documents. */
function structKeywords(type: StructType, { tellsRules }: Surroundings): ShapeKeywords {
  const required = jsonFields(type).flatMap((field) => (field.required ? [field.name] : []));
  return {
    ...(type.description === '' ? {} : { description: type.description }),
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    ...kindKeyword(type),
    ...(type.mapType === undefined ? {} : { 'x-kubernetes-map-type': type.mapType }),
    ...unionKeyword(type),
    ...(tellsRules ? structRules(type) : {}),
  };
}

function kindKeyword({ kind: known }: StructType): ShapeKeywords {
  if (known === undefined) return {};
  const { group, kind, version } = known;
  return { 'x-kubernetes-group-version-kind': [{ group, kind, version }] };
}

function unionKeyword({ union }: StructType): ShapeKeywords {
  if (union === undefined) return {};
  const { discriminator, members } = union;
  const choice = { 'fields-to-discriminateBy': Object.fromEntries(members) };
  return { 'x-kubernetes-unions': [discriminator === undefined ? choice : { discriminator, ...choice }] };
}

/** The value of a field, or what is in its list or map. */
class ValueShape implements Shape {
  readonly #type: TypeDescription;
  readonly #field: FieldDescription;
  readonly #around: Surroundings;
  #keywords: ShapeKeywords | undefined;
  #inside: Shape | undefined;
  #schema: StructuralSchema | undefined;

  constructor(type: TypeDescription, field: FieldDescription, around: Surroundings) {
    this.#type = type;
    this.#field = field;
    this.#around = around;
  }
  get keywords(): ShapeKeywords {
    this.#keywords ??= { ...(this.#told ?? this.definition)?.keywords, ...this.#makeSaid() };
    return this.#keywords;
  }
  get said(): ShapeKeywords {
    return this.definition === undefined ? this.keywords : this.#makeSaid();
  }
  #makeSaid(): ShapeKeywords {
    const own = ownKeywords(this.#type, this.#field, this.#around);
    const isItem = this.#type !== this.#field.type;
    return { ...own, ...(isItem ? itemKeywords(this.#type) : fieldKeywords(this.#field, this.#around)) };
  }
  /** What a schema says of it, where it may be more than is known. */
  get #told(): StructuralSchema | undefined {
    const { schema } = this.#field.rules ?? {};
    if (schema === undefined || this.#type.shape !== 'json' || !this.#around.tellsRules) return undefined;
    this.#schema ??= compileSchema(schema);
    return this.#schema;
  }
  get definition(): NamedShape | undefined {
    const type = this.#type;
    if (this.#told !== undefined) return undefined;
    switch (type.shape) {
      case 'list':
      case 'map':
        return undefined;
      case 'struct':
        return this.#around.shapes(type);
      case 'choice':
        return choiceShape(type);
      default:
        return isPlain(type.shape) ? undefined : namedScalar(type.shape, this.#field);
    }
  }
  get fields(): ReadonlyMap<string, Shape> {
    return (this.#told ?? this.definition)?.fields ?? noFields;
  }
  get items(): Shape | undefined {
    return this.#type.shape === 'list' ? this.#below(this.#type.items) : this.#told?.items;
  }
  get values(): Shape | boolean | undefined {
    return this.#type.shape === 'map' ? this.#below(this.#type.values) : (this.#told ?? this.definition)?.values;
  }
  get alternatives(): ShapeAlternatives | undefined {
    return (this.#told ?? this.definition)?.alternatives;
  }
  #below(type: TypeDescription): Shape {
    this.#inside ??= new ValueShape(type, this.#field, this.#around);
    return this.#inside;
  }
}

/** Anything goes as far as a schema can tell. */
function choiceShape(type: ChoiceType): NamedShape {
  let shape = choices.get(type);
  if (shape === undefined) {
    shape = anyValue(type.forms.name, type.forms.description);
    choices.set(type, shape);
  }
  return shape;
}

/** What the value is by itself, where it has no name. */
function ownKeywords({ shape }: TypeDescription, field: FieldDescription, { tellsRules }: Surroundings): ShapeKeywords {
  switch (shape) {
    case 'list':
      return { type: 'array' };
    case 'map':
      return { type: 'object' };
    case 'struct':
    case 'choice':
      return {};
    default:
      if (!isPlain(shape)) return {};
      return {
        ...plainScalars[shape],
        ...(field.enum === undefined ? {} : { enum: field.enum }),
        ...(tellsRules ? valueRules(field) : {}),
      };
  }
}

function fieldKeywords(field: FieldDescription, { tellsRules }: Surroundings): ShapeKeywords {
  return {
    ...(field.description === '' ? {} : { description: field.description }),
    ...defaultKeyword(field),
    ...(tellsRules ? fieldRules(field) : {}),
    ...topology(field),
  };
}

function defaultKeyword({ default: declared, pointer, type, whenEmpty }: FieldDescription): ShapeKeywords {
  if (declared !== undefined) return { default: declared as Json };
  if (pointer) return {};
  if (type.shape === 'struct') return { default: {} };
  const zero = whenEmpty === 'always' ? zeroOf(type) : undefined;
  return zero === undefined ? {} : { default: zero };
}

/** How apply and strategic merge treat a field. */
function topology(field: FieldDescription): ShapeKeywords {
  return {
    ...(field.listMapKeys === undefined ? {} : { 'x-kubernetes-list-map-keys': field.listMapKeys }),
    ...(field.listType === undefined ? {} : { 'x-kubernetes-list-type': field.listType }),
    ...(field.mapType === undefined ? {} : { 'x-kubernetes-map-type': field.mapType }),
    ...(field.mergeKey === undefined ? {} : { 'x-kubernetes-patch-merge-key': field.mergeKey }),
    ...(field.patchStrategy === undefined ? {} : { 'x-kubernetes-patch-strategy': field.patchStrategy }),
  };
}

/** Go cannot leave out an item, so that it has the default of its type. */
function itemKeywords(type: TypeDescription): ShapeKeywords {
  const nothing = type.shape === 'struct' ? {} : zeroOf(type);
  return nothing === undefined ? {} : { default: nothing };
}
