import { describe, expect, it } from 'vitest';
import { describeTypes } from '#schema';
import { frobberFiles, gearConversions } from '../testing/frobbers.ts';
import { generated, notesOf } from '../testing/generate.ts';
import { readFiles, readTypes } from '../testing/read-types.ts';
import { conversion } from './conversion.ts';
import { crd } from './crd.ts';
import { defaults } from './defaults.ts';
import { FieldNumbers } from './field-numbers.ts';
import { notationOf } from './notation.ts';
import { register } from './register.ts';
import { schema } from './schema.ts';

const folder = 'api/frob.example.com';
const byHand = { ...frobberFiles, [`${folder}/v1/conversion.ts`]: gearConversions };

describe('generated conversions', () => {
  it('carry over what is alike, and go through what is not', () => {
    const text = generated(conversion, byHand)[`${folder}/v1/conversion.gen.ts`];
    expect(
      text,
    ).toContain(`export function autoConvertV1FrobberSpecToInternalFrobberSpec(source: v1.FrobberSpec, scope: ConversionScope): internal.FrobberSpec {
  return complete<internal.FrobberSpec>({
    height: source.height,
    color: source.color,
    gears: source.gears?.map((item) => convertV1GearToInternalGear(item, scope)),
    named: source.named && eachValue(source.named, (item) => convertV1GearToInternalGear(item, scope)),
    main: source.main && convertV1GearToInternalGear(source.main, scope),
    plain: source.plain,
  });
}`);
  });

  it('say what objects of the other version are', () => {
    const text = generated(conversion, byHand)[`${folder}/v1/conversion.gen.ts`];
    expect(text).toContain(
      "    apiVersion: 'frob.example.com/v1',\n    kind: 'Frobber',\n    metadata: source.metadata,",
    );
    expect(text).toContain('    apiVersion: source.apiVersion,\n');
  });

  it('give way to what is written by hand, which gets what is decided', () => {
    const text = generated(conversion, byHand)[`${folder}/v1/conversion.gen.ts`];
    expect(text).toContain(
      "import { convertInternalGearToV1Gear, convertV1GearToInternalGear } from './conversion.ts';",
    );
    expect(text).toContain("_scope: ConversionScope): Omit<internal.Gear, 'toothCount'> {");
    expect(text).toContain(
      "scheme.addConversionFunc(v1Types.type('Gear'), internalTypes.type('Gear'), convertV1GearToInternalGear);",
    );
    expect(text).not.toContain('undecided');
  });

  it('do not compile where nobody decides, and say which field and which file', () => {
    const sentence =
      'internal Gear.toothCount: v1 Gear has no such field; decide it in convertV1GearToInternalGear of api/frob.example.com/v1/conversion.ts';
    const text = generated(conversion, frobberFiles)[`${folder}/v1/conversion.gen.ts`];
    expect(text).toContain(`  return undecided<\n    | '${sentence}'\n`);
    expect(notesOf(conversion, readFiles(frobberFiles))).toContain(sentence);
  });

  it.each([
    ['a?: string', 'a: string', 'it may be left out in one and must be there in the other'],
    ['a: string', 'a: Int32', 'string does not become int32 by itself'],
    ['a: string[]', 'a: string', 'list does not become string by itself'],
    ["a: 'x' | 'y'", "a: 'x'", 'y has no counterpart'],
    ['a: string | null', 'a: string', 'it may be null in one and not in the other'],
  ])('do not decide about %s and %s', (before, after, why) => {
    const file = (field: string): string =>
      `import type { Int32 } from 'pinnace/types/meta/v1';\nexport interface Part { ${field} }`;
    const model = readFiles({
      'api/g.example.com/v1/types.ts': file(before),
      'api/g.example.com/internal/types.ts': file(after),
    });
    expect(notesOf(conversion, model)[0]).toContain(`internal Part.a: ${why}`);
  });

  it('come with tests when they are asked for', () => {
    const files = generated(conversion, byHand, { tests: true });
    expect(files[`${folder}/conversion.gen.test.ts`]).toContain(
      "test('a Frobber of v1 comes back from the hub as it was', () => {",
    );
  });
});

describe('generated defaults', () => {
  it('call what is written by hand before those of tags, and go inwards', () => {
    const files = generated(defaults, {
      ...frobberFiles,
      [`${folder}/v1/defaults.ts`]: 'export function setDefaultsFrobberSpec(spec: object): void {}',
    });
    const text = files[`${folder}/v1/defaults.gen.ts`];
    expect(text).toContain(`function fillInFrobberSpec(value: v1.FrobberSpec): void {
  setDefaultsFrobberSpec(value);
  value.height ??= 1;
  for (const item of value.gears ?? []) fillInGear(item);
  for (const item of Object.values(value.named ?? {})) fillInGear(item);
  if (value.main) fillInGear(value.main);
}`);
    expect(text).toContain('export function setObjectDefaultsFrobber(object: v1.Frobber): void {');
  });
});

describe('the generated registration', () => {
  it('describes kinds with their versions, and adds them to a scheme', () => {
    const text = generated(register, byHand)[`${folder}/register.gen.ts`];
    expect(text).toContain("  hub: internalTypes.type('Frobber'),\n");
    expect(text).toContain("    toHub: conversionOf(v1Types.type('Frobber'), internalTypes.type('Frobber')),\n");
    expect(text).toContain("  .storedAs('v1');");
    expect(text).toContain('export const addToScheme = localSchemeBuilder.addToScheme;');
  });
});

describe('the generated description', () => {
  const described = (text: string, known?: string) => {
    const version = readTypes(text);
    const { text: notation } = notationOf(version, new FieldNumbers(version, () => known));
    return { notation, library: describeTypes({ package: 'com.example.v1', goPackage: 'v1' }, notation) };
  };

  it('says of fields what their tags say', () => {
    const { notation } = described(`
type Color = 'blue' | 'red';
/** A part. */
export interface Part {
  /** Two
   * lines.
   * @minimum 1
   * @default 3 */
  size?: Int32;
  color: Color;
  /** @items:pattern ^a | b$ */
  names?: string[];
}`);
    expect(notation).toBe(`Color = blue, red
Part part | A part.
  1 size int32? minimum=1 default=3 | "Two\\nlines."
  2 color string always required go=Color
  3 names [string] list=atomic pattern="^a \\u007c b$"
`);
  });

  it('has words for listed numbers, for what may have more fields, and for resources of any kind', () => {
    const { notation, library } = described(`
/** @preserveUnknownFields */
export interface Loose { /** @minLength 2 */ a: string }
export interface Part {
  level: 1 | 2;
  /** @enum 1, 2 */
  levels: Int32[];
  on: true;
  loose?: Loose;
  many: Loose[];
  /** @embeddedResource
   * @preserveUnknownFields */
  template: Record<string, unknown>;
}`);
    const loose = { a: { type: 'string', minLength: 2 } };
    const fields = library.type('Part').fields.map(({ name, type, rules }) => [name, type, rules]);
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const schema = { ...open, properties: loose, required: ['a'] };
    expect(fields).toEqual([
      ['level', { shape: 'int32' }, { numbers: [1, 2] }],
      ['levels', { shape: 'list', items: { shape: 'int32' } }, { numbers: [1, 2] }],
      ['on', { shape: 'bool' }, { cel: [{ rule: 'self == true' }] }],
      ['loose', { shape: 'json' }, { schema }],
      ['many', { shape: 'list', items: { shape: 'json' } }, { schema }],
      ['template', { shape: 'json' }, { schema: { ...open, 'x-kubernetes-embedded-resource': true } }],
    ]);
    expect(notation).toContain('  1 level int32 always required numbers=1,2\n');
  });

  it('is one that everybody else can read', () => {
    const { library } = described('export interface Part { /** Two\n * lines.\n * @maxLength 3 */ a: string }');
    expect(library.type('Part').fields).toMatchObject([
      { name: 'a', description: 'Two\nlines.', required: true, rules: { maxLength: 3 } },
    ]);
  });

  it('keeps the numbers of fields, and gives none twice', () => {
    const known = '{ "Part": { "gone": 1, "b": 2 } }';
    expect(described('export interface Part { a: string; b: string }', known).notation).toContain('  3 a string');
    const version = readTypes('export interface Part { a: string; b: string }');
    const { text } = new FieldNumbers(version, () => known).file();
    expect(JSON.parse(text)).toEqual({ Part: { gone: 1, b: 2, a: 3 } });
  });

  it('imports the descriptions of built-in types that it speaks of', () => {
    const files = generated(schema, {
      'api/g.example.com/v1/types.ts':
        "import type { SecretKeySelector } from 'pinnace/types/core/v1';\nexport interface A { key: SecretKeySelector }",
    });
    expect(files['api/g.example.com/v1/schema.gen.ts']).toContain('  1 key coreV1.SecretKeySelector always required\n');
    expect(files['api/g.example.com/v1/schema.gen.ts']).toContain(
      "import { coreV1 } from 'pinnace/schema/core/v1';\nimport type * as types",
    );
    expect(files['api/g.example.com/v1/schema.gen.ts']).toContain('    uses: { coreV1 },\n');
  });
});

describe('the generated definition', () => {
  it('has all versions, their rules and the stored one', () => {
    const files = generated(crd, frobberFiles);
    expect(files['config/crd/frob.example.com_frobbers.yaml']).toContain(`              height:
                default: 1
                format: int32
                type: integer
`);
    expect(files['config/crd/frob.example.com_frobbers.yaml']).toContain(
      '    storage: true\n    subresources:\n      status: {}\n',
    );
  });

  it('leaves the metadata of a kind to the server, whatever is written about it', () => {
    const text = `import type { ObjectMeta } from 'pinnace/types/meta/v1';
export interface Frob {
  /** Standard metadata. */
  metadata: ObjectMeta;
}`;
    const files = generated(crd, { 'api/frob.example.com/v1/types.ts': text });
    expect(files['config/crd/frob.example.com_frobs.yaml']).toContain(
      '          metadata:\n            type: object\n',
    );
  });

  it('is refused where a server would refuse it, at the place of the kind', () => {
    const text = `import type { ObjectMeta } from 'pinnace/types/meta/v1';
/** @validation rule="self.nothing > 1" */
export interface Frob { metadata: ObjectMeta }`;
    expect(() => generated(crd, { 'api/frob.example.com/v1/types.ts': text })).toThrow(
      /^api\/frob.example.com\/v1\/types.ts:3:18: the definition: .*undefined field 'nothing'/s,
    );
  });
});
