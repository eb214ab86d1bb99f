import type { JsonObject } from '#meta';
import type { CustomResourceDefinition, DefinitionVersion } from '../definition.ts';

export const sampleSchema: JsonObject = {
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { size: { type: 'integer' }, color: { type: 'string' } } },
    status: { type: 'object', properties: { replicas: { type: 'integer' }, selector: { type: 'string' } } },
  },
};

export function sampleVersion(name: string, more: Partial<DefinitionVersion> = {}): DefinitionVersion {
  return { name, served: true, storage: name === 'v1', schema: { openAPIV3Schema: sampleSchema }, ...more };
}

/** A definition as it lies in the store, established; `names` and `spec` replace what it has. */
export function sampleDefinition(
  versions: DefinitionVersion[] = [sampleVersion('v1')],
  { names, spec, name = 'widgets' }: { names?: JsonObject; spec?: JsonObject; name?: string } = {},
): CustomResourceDefinition {
  const allNames = { plural: name, singular: 'widget', kind: 'Widget', listKind: 'WidgetList', ...names };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${name}.example.com`, uid: `uid-${name}`, generation: 1, resourceVersion: '1' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: allNames,
      versions,
      conversion: { strategy: 'None' },
      ...spec,
    },
    status: {
      acceptedNames: allNames,
      conditions: [{ type: 'Established', status: 'True' }],
      storedVersions: ['v1'],
    },
  };
}
