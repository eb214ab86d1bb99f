import { expect, it } from 'vitest';
import { conflictsIn } from './conflicts.ts';

const cause = (message: string, field: string) => ({ reason: 'FieldManagerConflict', message, field });

it('reads from a refusal which field is whose', () => {
  const causes = [
    cause('conflict with "kubectl" using apps/v1', '.spec.replicas'),
    cause('conflict with "hpa" with subresource "scale" using apps/v1 at 2026-01-01T00:00:00Z', '.spec.paused'),
  ];
  expect(conflictsIn({ code: 409, details: { causes } })).toEqual([
    { field: '.spec.replicas', manager: 'kubectl', with: '"kubectl" using apps/v1' },
    { field: '.spec.paused', manager: 'hpa', with: expect.stringContaining('subresource "scale"') },
  ]);
});
it('takes no other error for a conflict of managers', () => {
  expect(conflictsIn({ code: 409, reason: 'Conflict' })).toBeUndefined();
  expect(conflictsIn({ code: 422, details: { causes: [{ message: 'x', field: 'spec' }] } })).toBeUndefined();
});
