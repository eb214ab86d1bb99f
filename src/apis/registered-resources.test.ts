import { describe, expect, it } from 'vitest';
import { builtinsWith } from './testing/all-builtins.ts';
import { readRegisteredResources, registeredResources } from './testing/registered-resources.ts';

const kept = readRegisteredResources();
const registered = new Map(
  registeredResources(await builtinsWith('api/all=true')).map((resource) => [resource.resource, resource]),
);

describe('what is registered', () => {
  it('is every resource in every version', () => {
    expect([...registered.keys()]).toEqual(kept.map(({ resource }) => resource));
  });

  it.each(kept)('$resource has its names, verbs, parts and columns', (resource) => {
    expect(registered.get(resource.resource)).toEqual(resource);
  });
});
