import type { ResourceDefinition } from '#machinery';
import { fieldErrors, goQuote, path } from '#meta';

/** How the names of configurations end that lie in files of a server. */
export const STATIC_SUFFIX = '.static.k8s.io';

const RESERVED = `names ending with ${goQuote(STATIC_SUFFIX)} are reserved for static manifest-based configurations and cannot be managed via the API`;

/**
 * Names of configurations in files are for them alone: who writes an object under one is warned, or refused where there
 * may be such files. k8s: admissionregistration/validation/static_suffix.go
 */
export function withStaticNames(
  definition: ResourceDefinition,
  use: { readonly reserved: boolean },
): ResourceDefinition {
  const { strategy } = definition;
  return {
    ...definition,
    strategy: {
      ...strategy,
      validateCreate: (object, context) => {
        const faults = strategy.validateCreate(object, context);
        const { name = '' } = object.metadata;
        if (!use.reserved || !name.endsWith(STATIC_SUFFIX)) return faults;
        return [...faults, fieldErrors.invalid(path('metadata', 'name'), name, RESERVED)];
      },
      warnings: (object, live) => {
        const isRefused = use.reserved && live === undefined;
        const isStatic = !isRefused && (object.metadata.name ?? '').endsWith(STATIC_SUFFIX);
        const others = strategy.warnings?.(object, live) ?? [];
        return isStatic ? [...others, `metadata.name: ${RESERVED}`] : others;
      },
    },
  };
}
