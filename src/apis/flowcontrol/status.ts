import { type FieldError, fieldErrors, path } from '#meta';
import { type BuiltinStrategy, type BuiltinSubresource, keepAllButStatus, keepStatus } from '#resource';
import type { Types } from './v1/types.gen.ts';

/** What both kinds of the group have in common: a spec, and conditions in their status. */
type Configured = Types['FlowSchema'] | Types['PriorityLevelConfiguration'];

export function validateStatus({ status }: Configured): FieldError[] {
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

export const statusSubresource: BuiltinSubresource<Configured> = {
  name: 'status',
  resets: [['metadata'], ['spec']],
  strategy: {
    prepareForUpdate: keepAllButStatus,
    validateUpdate: validateStatus,
  },
};

export const flowControlStrategy: BuiltinStrategy<Configured> = {
  tracksGeneration: true,
  repeats: ['whole'],
  prepareForCreate(object) {
    object.status = {};
  },
  prepareForUpdate: keepStatus,
};
