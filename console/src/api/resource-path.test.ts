import { expect, it } from 'vitest';
import { nameSelector } from './resource-path.ts';

it('selects an object by its name, also where the name has what selectors are made of', () => {
  expect(nameSelector('web')).toBe('metadata.name=web');
  expect(nameSelector('a=b,c\\d')).toBe('metadata.name=a\\=b\\,c\\\\d');
});
