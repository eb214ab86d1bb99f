import { formatConflicts, formatPath } from '#merge';
import { type ApiError, apiErrors, goQuote } from '#meta';
import type { Conflicts } from './apply-config.ts';
import type { Managed } from './managed.ts';

/** Conflicts as clients read them: kubectl takes the causes apart and tells people what they can do. */
export function conflictError({ conflicts, managed }: Conflicts): ApiError {
  const name = (id: string): string => describe(managed, id);
  const causes = conflicts.map(({ manager, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${name(manager)}`,
    field: formatPath(path),
  }));
  const count = `${conflicts.length} conflict${conflicts.length === 1 ? '' : 's'}`;
  return apiErrors.applyConflict(`Apply failed with ${count}: ${formatConflicts(conflicts, name)}`, causes);
}

/** `"ops" with subresource "scale" using apps/v1`: the version is only told of updaters. */
function describe({ managers }: Managed, id: string): string {
  const manager = managers.get(id);
  if (manager === undefined) return goQuote(id);
  const through = manager.subresource === '' ? '' : ` with subresource ${goQuote(manager.subresource)}`;
  const using = manager.operation === 'Update' ? ` using ${manager.apiVersion}` : '';
  return `${goQuote(manager.name)}${through}${using}`;
}
