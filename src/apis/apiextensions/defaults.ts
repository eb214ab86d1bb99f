import type { CustomResourceDefinition, DefinitionNames } from '#crd';

const DEFAULT_PORT = 443;

/** k8s: apis/apiextensions/v1/defaults.go */
export function setDefaults(definition: CustomResourceDefinition): void {
  const { spec } = definition;
  nameDefaults(spec.names);
  spec.conversion ??= { strategy: 'None' };
  const { service } = spec.conversion.webhook?.clientConfig ?? {};
  if (service !== undefined) service.port ??= DEFAULT_PORT;
  storedDefault(definition);
}

/** The singular is the kind in lower case, the kind of lists is the kind with `List` behind it. */
export function nameDefaults(names: Partial<DefinitionNames>): void {
  const { kind = '' } = names;
  if (!names.singular && kind !== '') names.singular = kind.toLowerCase();
  if (!names.listKind && kind !== '') names.listKind = `${kind}List`;
}

function storedDefault(definition: CustomResourceDefinition): void {
  const { spec, status } = definition;
  const stored = spec.versions?.find(({ storage }) => storage)?.name;
  if (stored === undefined || (status?.storedVersions?.length ?? 0) > 0) return;
  definition.status = {
    conditions: status?.conditions ?? null,
    acceptedNames: status?.acceptedNames ?? { plural: '', kind: '' },
    ...status,
    storedVersions: [stored],
  };
}
