import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import { builtinDefinitions, builtinGroups, ServiceNetwork } from './index.ts';

const definitions = builtinDefinitions({ serviceNetwork: new ServiceNetwork({ ranges: ['10.0.0.0/24'] }) });

describe('the built-in kinds', () => {
  it('lie in the store under their names, with a few that lay elsewhere before', () => {
    const odd = definitions
      .filter(({ resource, storagePrefix }) => storagePrefix !== `/registry/${resource}/`)
      .map(({ group, resource, storagePrefix }) => [`${resource}.${group}`, storagePrefix]);
    expect(Object.fromEntries(odd)).toEqual({
      'apiservices.apiregistration.k8s.io': '/registry/apiregistration.k8s.io/apiservices/',
      'customresourcedefinitions.apiextensions.k8s.io': '/registry/apiextensions.k8s.io/customresourcedefinitions/',
      'endpoints.': '/registry/services/endpoints/',
      'ingresses.networking.k8s.io': '/registry/ingress/',
      'nodes.': '/registry/minions/',
      'replicationcontrollers.': '/registry/controllers/',
      'services.': '/registry/services/specs/',
    });
  });

  it('are all in a group that is listed', () => {
    const known = new Set(
      builtinGroups(definitions).flatMap(({ group, versions }) => versions.map((version) => `${group}/${version}`)),
    );
    for (const { group, versions } of definitions) {
      for (const { version, served } of versions.values()) {
        if (served) expect(known).toContain(`${group}/${version}`);
      }
    }
  });

  it('that can be deleted can be so as a collection, but for namespaces', () => {
    const cannot = definitions.filter(({ verbs }) => verbs.has('delete') && !verbs.has('deletecollection'));
    expect(cannot.map(({ resource }) => resource)).toEqual(['namespaces']);
  });

  it('describe every field that they have, however deep', () => {
    const schemas = new Map<string, () => JsonObject>();
    for (const { versions } of definitions) for (const { openapi } of versions.values()) openapi.addTo(schemas);
    const made = [...schemas].map(([name, make]) => ({ name, ...make() }));
    const silent = made.flatMap(({ name, description, properties }: JsonObject) => [
      ...(description ? [] : [name]),
      ...Object.entries((properties ?? {}) as { [field: string]: { description?: string } })
        .filter(([, property]) => !property.description)
        .map(([field]) => `${name} ${field}`),
    ]);
    expect(silent).toEqual([]);
  });
});
