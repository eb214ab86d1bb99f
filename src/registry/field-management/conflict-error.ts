import { formatConflicts, formatPath } from '#merge';
import { type ApiError, apiErrors, goQuote } from '#meta';
import type { Conflicts } from './apply-config.ts';
import type { Managed } from './managed.ts';

/** Conflicts as clients read them: kubectl takes the causes apart. `applier` is who is told. */
export function conflictError({ conflicts, managed }: Conflicts, applier: string): ApiError {
  const name = (id: string): string => describe(managed, id);
  const causes = conflicts.map(({ manager, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${name(manager)}`,
    field: formatPath(path),
  }));
  const count = `${conflicts.length} conflict${conflicts.length === 1 ? '' : 's'}`;
  const withItself = conflicts.some(({ manager }) => managed.managers.get(manager)?.name === applier);
  const message = `Apply failed with ${count}: ${formatConflicts(conflicts, name)}`;
  return apiErrors.applyConflict(message, causes, withItself ? `${SAME_NAME} ${WAYS_OUT}` : WAYS_OUT);
}

const WAYS_OUT =
  'To become the only manager of these fields, apply again with force=true. To leave them to whoever owns them now, take them out of the configuration. To share them, apply the values that are there.';
const SAME_NAME =
  'One of the managers in conflict has the name of the applier: it wrote these fields by other means than apply (create, update or patch), and a manager owns what it updates apart from what it applies.';

/** `"ops" with subresource "scale" using apps/v1`: the version is only told of updaters. */
function describe({ managers }: Managed, id: string): string {
  const manager = managers.get(id);
  if (manager === undefined) return goQuote(id);
  const through = manager.subresource === '' ? '' : ` with subresource ${goQuote(manager.subresource)}`;
  const using = manager.operation === 'Update' ? ` using ${manager.apiVersion}` : '';
  return `${goQuote(manager.name)}${through}${using}`;
}
