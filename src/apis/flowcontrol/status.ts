import { type FieldError, fieldErrors, type JsonObject, type KubeObject, path } from '#meta';
import { type BuiltinStrategy, type BuiltinSubresource, keepMetadata, keepSpec, keepStatus } from '#resource';

/** What both kinds of the group have in common: a spec, and findings about it. */

interface Findings extends KubeObject {
  status?: { conditions?: (JsonObject & { type?: string })[] };
}

export function validateStatus({ status }: Findings): FieldError[] {
  const conditions = status?.conditions ?? [];
  return conditions.flatMap(({ type = '' }, at) => {
    const field = path('status', 'conditions').index(at).child('type');
    const repeated = conditions.slice(0, at).some((other) => (other.type ?? '') === type);
    return [
      ...(repeated ? [fieldErrors.duplicate(field, type)] : []),
      ...(type === '' ? [fieldErrors.required(field)] : []),
    ];
  });
}

export const statusSubresource: BuiltinSubresource = {
  name: 'status',
  resets: [['metadata'], ['spec']],
  strategy: {
    prepareForUpdate(object, live) {
      keepSpec(object, live);
      keepMetadata(object, live);
    },
    validateUpdate: validateStatus,
  },
};

export const flowControlStrategy: BuiltinStrategy = {
  tracksGeneration: true,
  repeats: ['whole'],
  prepareForCreate(object: Findings) {
    object.status = {};
  },
  prepareForUpdate: keepStatus,
};
