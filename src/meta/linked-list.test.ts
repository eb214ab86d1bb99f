import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LinkedList, type ListPlace } from './linked-list.ts';

interface Item {
  readonly name: number;
}

it('has what was added and not removed, in the order in which it came', () => {
  const step = fc.oneof(fc.constant('add' as const), fc.nat({ max: 20 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const list = new LinkedList<Item>();
      const model: Item[] = [];
      const places: ListPlace<Item>[] = [];
      for (const [name, one] of steps.entries()) {
        if (one === 'add') {
          model.push({ name });
          places.push(list.add(model.at(-1) as Item));
          continue;
        }
        const place = places[one];
        if (place === undefined) continue;
        const at = model.indexOf(place.item as Item);
        if (at >= 0) model.splice(at, 1);
        list.remove(place);
      }
      expect([...list]).toEqual(model);
    }),
  );
});

it('goes on when what was reached is removed', () => {
  const list = new LinkedList<Item>();
  const places = [1, 2, 3].map((name) => list.add({ name }));
  const seen: number[] = [];
  for (const { name } of list) {
    seen.push(name);
    list.remove(places[name - 1] as ListPlace<Item>);
  }
  expect(seen).toEqual([1, 2, 3]);
  expect([...list]).toEqual([]);
});

it('leaves nothing behind in a place', () => {
  const list = new LinkedList<Item>();
  const [first, second] = [list.add({ name: 1 }), list.add({ name: 2 })];
  list.remove(first);
  list.add({ name: 3 });
  list.remove(second);
  for (const place of [first, second]) expect(Object.values(place)).toEqual([undefined, undefined, undefined]);
});
