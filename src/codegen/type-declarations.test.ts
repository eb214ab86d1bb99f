import { describe, expect, it } from 'vitest';
import { describeTypes, metaV1 } from '#schema';
import { typeDeclarations } from './type-declarations.ts';

const declared = (text: string): string =>
  typeDeclarations(describeTypes({ package: 'io.example.v1', goPackage: 'v1', uses: { meta: metaV1 } }, text), {
    source: 'types.ts',
    declaredAt: () => ({ module: '#schema', exported: 'MetaV1Types' }),
  });

describe('the static types of a description', () => {
  it('say that a kind has metadata, and that everything else may be absent', () => {
    const text = declared(`
Widget | A thing.
  1 metadata meta.ObjectMeta
  2 size int32 always required | How large.
`);
    expect(text).toContain(`/** A thing. */
export type Widget = {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  /** How large. */
  size?: number;
};
`);
    expect(text).toContain("import type { ObjectMeta } from '#meta';");
    expect(text).toContain('export type Types = {\n  Widget: Widget;\n};');
  });

  it.each([
    ['count int64', 'count?: number | bigint;'],
    ['counts [int64]', 'counts?: (number | bigint)[];'],
    ['names [string] always', 'names?: string[] | null;'],
    ['labels {string}', 'labels?: { [key: string]: string };'],
    ['since time', 'since?: string | null;'],
    ['since time omitzero', 'since?: string;'],
    ['since time?', 'since?: string;'],
    ['port intOrString', 'port?: number | string;'],
    ['x-odd bool', "'x-odd'?: boolean;"],
    ['selector meta.LabelSelector?', "selector?: MetaV1Types['LabelSelector'];"],
    ['raw json?', 'raw?: Json;'],
  ])('tell of the field %s', (field, expected) => {
    expect(declared(`Part\n  1 ${field}\n`)).toContain(`  ${expected}\n`);
  });

  it('open structs that stand inline, and name the forms of a choice', () => {
    const text = declared(`
Outer
  1 inner Inner inline
  2 either Either?
Inner
  1 a string
Either choice
  1 allows bool
  2 part Inner?
`);
    expect(text).toContain('export type Outer = {\n  a?: string;\n  either?: Either;\n};');
    expect(text).toContain('export type Either = boolean | Inner;');
  });

  it('are those of another version where they do not differ from it', () => {
    const v1 = describeTypes(
      { package: 'io.example.v1', goPackage: 'v1' },
      'Whole\n  1 part Part\nPart\n  1 a string\nOther\n  1 b string\n',
    );
    const v2 = describeTypes({ package: 'io.example.v2', goPackage: 'v2', like: v1 }, 'Part\n  1 c string\n');
    const text = typeDeclarations(v2, {
      source: 'types.ts',
      declaredAt: () => ({ module: './v1', exported: 'Types' }),
    });
    // What holds something that differs, differs.
    expect(text).toContain('export type Whole = {\n  part?: Part;\n};');
    expect(text).toContain("export type Other = ExampleV1Types['Other'];");
    expect(text).toContain("export type Types = Omit<ExampleV1Types, 'Whole' | 'Part'> & {\n  Whole: Whole;");
  });
});
