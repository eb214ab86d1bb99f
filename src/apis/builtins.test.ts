import { describe, expect, it } from 'vitest';
import { builtinDefinitions, builtinGroups, ServiceNetwork } from './index.ts';

const definitions = builtinDefinitions({ serviceNetwork: new ServiceNetwork({ ranges: ['10.0.0.0/24'] }) });

describe('the built-in kinds', () => {
  it('lie in the store where they always lay', () => {
    const places = definitions.map(({ group, resource, storagePrefix }) => [`${resource}.${group}`, storagePrefix]);
    expect(Object.fromEntries(places)).toEqual({
      'configmaps.': '/registry/configmaps/',
      'customresourcedefinitions.apiextensions.k8s.io': '/registry/apiextensions.k8s.io/customresourcedefinitions/',
      'endpoints.': '/registry/services/endpoints/',
      'events.': '/registry/events/',
      'namespaces.': '/registry/namespaces/',
      'secrets.': '/registry/secrets/',
      'serviceaccounts.': '/registry/serviceaccounts/',
      'services.': '/registry/services/specs/',
      'events.events.k8s.io': '/registry/events/',
      'leases.coordination.k8s.io': '/registry/leases/',
      'endpointslices.discovery.k8s.io': '/registry/endpointslices/',
    });
  });

  it('are all in a group that is listed', () => {
    const known = new Set(
      builtinGroups.flatMap(({ group, versions }) => versions.map((version) => `${group}/${version}`)),
    );
    for (const { group, versions } of definitions) {
      for (const version of versions.keys()) expect(known).toContain(`${group}/${version}`);
    }
  });

  it('can all be deleted as a collection, but for namespaces', () => {
    const cannot = definitions.filter(({ verbs }) => !verbs.has('deletecollection')).map(({ resource }) => resource);
    expect(cannot).toEqual(['namespaces']);
  });

  it('describe every field that they have', () => {
    for (const { versions } of definitions) {
      for (const { openapi } of versions.values()) {
        const schema = openapi.schemas().get(openapi.name);
        expect(schema?.description).toBeTruthy();
        for (const property of Object.values(
          (schema?.properties ?? {}) as { [name: string]: { description?: string } },
        )) {
          expect(property.description).toBeTruthy();
        }
      }
    }
  });
});
