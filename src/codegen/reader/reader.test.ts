import { describe, expect, it } from 'vitest';
import { GenError } from '../gen-fault.ts';
import type { ApiField } from '../model.ts';
import { readFiles, readTypes } from '../testing/read-types.ts';

const fieldOf = (text: string): ApiField | undefined =>
  readTypes(`
export interface Part { a: string }
type Color = 'blue' | 'red';
/** @minLength 2 */
type Name = string;
enum Size { Small = 'small' }
export interface Whole {
${text}
}`)
    .structs.find(({ name }) => name === 'Whole')
    ?.fields.at(0);

const faultOf = (text: string): string => {
  try {
    readTypes(text);
  } catch (error) {
    if (error instanceof GenError) return error.message;
    throw error;
  }
  return '';
};

describe('the type of a field', () => {
  it.each([
    ['f: string', { shape: 'string' }],
    ['f: boolean', { shape: 'bool' }],
    ['f: Int32', { shape: 'int32' }],
    ['f: Int64', { shape: 'int64' }],
    ['f: number', { shape: 'double' }],
    ['/** @format int32 */ f: number', { shape: 'int32' }],
    ['f: number | bigint', { shape: 'int64' }],
    ['f: number | string', { shape: 'intOrString' }],
    ['f: Time', { shape: 'time' }],
    ['f: unknown', { shape: 'json' }],
    ['f: Part', { shape: 'struct', name: 'Part' }],
    ['f: readonly Part[]', { shape: 'list', items: { shape: 'struct', name: 'Part' } }],
    ['f: Array<string>', { shape: 'list', items: { shape: 'string' } }],
    ['f: Record<string, Int32>', { shape: 'map', values: { shape: 'int32' } }],
    ['f: { [key: string]: string }', { shape: 'map', values: { shape: 'string' } }],
    ['f: Color', { shape: 'string', values: ['blue', 'red'], alias: 'Color' }],
    ["f: Color | 'green'", { shape: 'string', values: ['blue', 'red', 'green'] }],
    ['f: Size', { shape: 'string', values: ['small'], alias: 'Size' }],
  ])('is read from %s', (text, type) => {
    expect(fieldOf(text)?.type).toEqual(type);
  });

  it('is that of another package of types', () => {
    const { groups } = readFiles({
      'api/g.example.com/v1/types.ts': `
import type { PodTemplateSpec } from 'pinnace/types/core/v1';
import type { Shared } from '../shared.js';
export interface A { template: PodTemplateSpec; shared: Shared }`,
      'api/g.example.com/shared.ts': 'export interface Shared { a?: string }',
    });
    const [a, shared] = groups[0]?.versions[0]?.structs ?? [];
    expect(a?.fields[0]?.type).toMatchObject({
      shape: 'foreign',
      struct: { name: 'io.k8s.api.core.v1.PodTemplateSpec' },
    });
    expect(shared?.place.file).toBe('api/g.example.com/shared.ts');
  });

  it('is called kind or apiVersion, and is like others where the struct is no object', () => {
    const { structs } = readTypes(`export interface Ref {
 name: string;
 /** @minLength 1
  * @default Service */
 kind?: string;
}`);
    const kind = structs[0]?.fields.find(({ name }) => name === 'kind');
    expect(kind).toMatchObject({ optional: true, default: 'Service', rules: { minLength: 1 } });
  });

  it('comes with the rules of the struct that is extended', () => {
    const { structs } = readTypes(`/** @validation rule="self.a != self.b" */
export interface Base { a: string; b: string }
/** @minProperties 1 */
export interface Part extends Base { c: string }`);
    expect(structs.find(({ name }) => name === 'Part')?.rules).toEqual({
      minProperties: 1,
      'x-kubernetes-validations': [{ rule: 'self.a != self.b' }],
    });
  });

  it('says whether it may be left out, and whether it may be null', () => {
    expect(fieldOf('f?: string')?.optional).toBe(true);
    expect(fieldOf('f: string | undefined')?.optional).toBe(true);
    expect(fieldOf('/** @optional */ f: string')?.optional).toBe(true);
    expect(fieldOf('f: string | null')).toMatchObject({ optional: false, rules: { nullable: true } });
  });
});

describe('tags', () => {
  it.each([
    ['/** @minimum 3 */ f: Int32', { minimum: 3 }],
    ['// +kubebuilder:validation:Minimum=3\n f: Int32', { minimum: 3 }],
    ['// +k8s:minimum=3\n f: Int32', { minimum: 3 }],
    ['/** @k8s:minimum=3 */ f: Int32', { minimum: 3 }],
    ['/** @pattern ^a+$ */ f: string', { pattern: '^a+$' }],
    ['// +kubebuilder:validation:Pattern=`^a+$`\n f: string', { pattern: '^a+$' }],
    ['// +kubebuilder:validation:Enum=A;B\n f: string', { enum: ['A', 'B'] }],
    ['// +kubebuilder:validation:items:MinLength=1\n f: string[]', { items: { minLength: 1 } }],
    ['/** @maxLength 5 */ f: Name', { minLength: 2, maxLength: 5 }],
    ['f: Name[]', { items: { minLength: 2 } }],
    [
      '/** @validation rule="self != oldSelf" message="no, \\"really\\"" */ f: string',
      { 'x-kubernetes-validations': [{ rule: 'self != oldSelf', message: 'no, "really"' }] },
    ],
    [
      '// +kubebuilder:validation:XValidation:rule="size(self) > 1, true",message="m"\n f: string',
      { 'x-kubernetes-validations': [{ rule: 'size(self) > 1, true', message: 'm' }] },
    ],
    [
      '/** @immutable */ f: string',
      { 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'Value is immutable' }] },
    ],
  ])('say what values are good: %s', (text, rules) => {
    expect(fieldOf(text)?.rules).toEqual(rules);
  });

  it.each([
    ['/** @default 3 */ f?: Int32', 3],
    ['/** @default blue */ f?: Color', 'blue'],
    ['/** @default "3" */ f?: string', '3'],
    ['// +kubebuilder:default:={a: x}\n f?: Part', { a: 'x' }],
    ['// +kubebuilder:default={"a","b"}\n f?: string[]', ['a', 'b']],
    ['// +kubebuilder:default={{a: x}, {a:"y, z"}}\n f?: Part[]', [{ a: 'x' }, { a: 'y, z' }]],
    ['// +kubebuilder:default={a:{b: {{c: 3}}}}\n f?: Part', { a: { b: [{ c: 3 }] } }],
    ['/** @default {"a": ["b", null], "c": {}} */ f?: Part', { a: ['b', null], c: {} }],
    ['/** @default a, b */ f?: string', 'a, b'],
    ['// +default=true\n f?: boolean', true],
    ['/** @default {} */ f?: Part', {}],
  ])('give a default: %s', (text, value) => {
    expect(fieldOf(text)?.default).toEqual(value);
  });

  it('leave the description alone, and go on over lines', () => {
    expect(
      fieldOf(`/**
 * First line.
 * +optional
 * Second line.
 *
 * @validation rule="self.size() > 0"
 *   message="not empty"
 */ f: string`),
    ).toMatchObject({
      description: 'First line.\nSecond line.',
      optional: true,
      rules: { 'x-kubernetes-validations': [{ rule: 'self.size() > 0', message: 'not empty' }] },
    });
  });

  it('describe the kind', () => {
    const { structs } = readTypes(`
/**
 * @resource path=frobs shortName=fr,f scope=Cluster categories=all
 * @subresource status
 * @subresource scale specpath=.spec.n statuspath=.status.n
 * @printcolumn name=Ready type=string jsonPath=.status.conditions[?(@.type=="Ready")].status priority=1
 * @storageversion
 * @deprecated use v2
 * @genclient
 */
export interface Frob { metadata: ObjectMeta }`);
    expect(structs[0]?.kind).toMatchObject({
      plural: 'frobs',
      shortNames: ['fr', 'f'],
      categories: ['all'],
      namespaced: false,
      hasStatus: true,
      scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' },
      columns: [
        { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status', priority: 1 },
      ],
      stored: true,
      deprecated: 'use v2',
      client: { noStatus: false },
    });
  });
});

describe('a union', () => {
  it('whose members tell themselves apart is one struct with rules', () => {
    const { structs } = readTypes(`
export type Source = { type: 'Git'; url: string } | { type: 'Http'; address: string };`);
    expect(structs[0]?.fields.map(({ name, optional }) => [name, optional])).toEqual([
      ['type', false],
      ['url', true],
      ['address', true],
    ]);
    expect(structs[0]?.rules['x-kubernetes-validations']?.[0]?.rule).toBe('self.type == "Git" || !has(self.url)');
  });
});

describe('what cannot be described is told with its place and what to write instead', () => {
  it.each([
    ['export interface A<T> { a: T }', 'types.ts:2:18: generic types cannot be described; write out the interface'],
    ["export interface A { a: 'x' extends string ? 1 : 2 }", 'types.ts:2:25: conditional types cannot be described'],
    ['export interface A { a: Date }', 'types.ts:2:25: JSON has no dates; write Time'],
    ['export interface A { a: { b: string } }', 'types.ts:2:25: a struct needs a name of its own; write an interface'],
    ['export interface A { a: [string, number] }', 'types.ts:2:25: a list has items of one type; write T[]'],
    ['export interface A { b(): void }', 'types.ts:2:22: a method is no data; remove it'],
    [
      'export type A = { a: string } | { b: string };',
      'types.ts:2:17: a union needs a field that tells its members apart',
    ],
    [
      'export interface A { b: B } interface B { c: string }',
      'types.ts:2:39: generated code imports B; write export before it',
    ],
    ['export interface A { b: Nowhere }', 'types.ts:2:25: there is no type Nowhere here; import it'],
    [
      'export interface A { /** @minimun 1 */ a: Int32 }',
      'types.ts:2:26: there is no tag @minimun; did you mean @minimum?',
    ],
    ['export interface A { /** @minLength 1 */ a: Int32 }', 'types.ts:2:42: @minLength is for texts; write @minimum'],
    ['export interface A { /** @default "x" */ a: Int32 }', 'types.ts:2:42: @default "x" is no whole number'],
    ['export interface A { /** @pattern ( */ a: string }', 'types.ts:2:40: @pattern ( is no regular expression'],
    [
      'export interface A { /** @listType map */ a: string[] }',
      '@listType map wants the key of its items: @listMapKey name',
    ],
    [
      'export interface A { /** @storageversion */ a: string }',
      'types.ts:2:26: @storageversion is for types, not for fields',
    ],
    [
      'export interface A { /** @validation self > 0 */ a: Int32 }',
      '@validation does not know self; it knows rule, message',
    ],
    ["export interface A { metadata: ObjectMeta; kind: 'B' }", "the kind of A is 'A' by its folder and name, not 'B'"],
    ['export interface A { a: }', 'types.ts:2:25: Type expected.'],
  ])('%s', (text, fault) => {
    expect(faultOf(text)).toContain(fault);
  });
});
