import { describe, expect, it } from 'vitest';
import { applyStrategicMergePatch } from '#merge';
import { describeTypes, shapeOf } from '#schema';
import { patchTypeOf } from './patch-type.ts';

const library = describeTypes(
  { package: 'io.k8s.api.example.v1', goPackage: 'v1' },
  `
Box | Things in it.
  1 things [Thing] merge=name retainKeys | The things.
Thing | Has a name, and where it is from.
  1 name string | Its name.
  2 source Source inline
Source | One of these.
  1 shop Shop? | Bought.
  2 gift Shop? | Given.
Shop | A shop.
  1 town string | Where.
  2 street string | Where in town.
`,
);

describe('a described type, as a strategic merge sees it', () => {
  const box = patchTypeOf(shapeOf(library.type('Box')));
  it('has the fields of inline structs among its own', () => {
    const before = { things: [{ name: 'a', shop: { town: 'Kiel', street: 'Long' } }] };
    const patch = { things: [{ name: 'a', shop: { town: 'Bonn' } }] };
    expect(applyStrategicMergePatch(before, patch, box)).toEqual({
      things: [{ name: 'a', shop: { town: 'Bonn', street: 'Long' } }],
    });
  });
  it('lets one of them take the place of another', () => {
    const before = { things: [{ name: 'a', shop: { town: 'Kiel', street: 'Long' } }] };
    const patch = { things: [{ $retainKeys: ['name', 'gift'], name: 'a', gift: { town: 'Bonn' } }] };
    expect(applyStrategicMergePatch(before, patch, box)).toEqual({ things: [{ name: 'a', gift: { town: 'Bonn' } }] });
  });
  it('does not have the name of the inline struct itself', () => {
    expect(box.field('things')).toMatchObject({ mergeKey: 'name', strategies: ['merge', 'retainKeys'] });
    const thing = patchTypeOf(shapeOf(library.type('Thing')));
    expect(thing.field('source')).toBeUndefined();
    expect(thing.field('SHOP')).toBeDefined();
  });
});
