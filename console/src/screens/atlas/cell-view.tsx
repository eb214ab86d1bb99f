import type { AtlasCell } from './atlas.ts';

const MOST_USERS = 3;

/** What there is of a version. Nothing where there is none. */
export function CellView({ cell, isGroup }: { readonly cell: AtlasCell | undefined; readonly isGroup: boolean }) {
  if (cell === undefined) return null;
  const { served, storing, objects, requests, users } = cell;
  const isDeprecated = served && cell.deprecated === cell.resources;
  return (
    <div class="atlas-cell">
      <span class="marks">
        <ServedMark served={served} objects={objects} />
        {storing > 0 && !isGroup && <span class="badge accent">stored</span>}
        {isDeprecated && <span class="badge warn">deprecated</span>}
      </span>
      {objects > 0 && (
        <span>
          {objects} {objects === 1 ? 'object' : 'objects'}
        </span>
      )}
      {requests > 0 && (
        <span class="soft" title={users.join('\n')}>
          {requests} {requests === 1 ? 'request' : 'requests'} by {users.slice(0, MOST_USERS).join(', ')}
          {users.length > MOST_USERS && ` and ${users.length - MOST_USERS} more`}
        </span>
      )}
    </div>
  );
}

/** A version that is not served is nobody's business, unless objects lie in it. */
export function ServedMark({ served, objects }: Pick<AtlasCell, 'served' | 'objects'>) {
  if (served) return <span class="badge good">served</span>;
  return <span class={objects > 0 ? 'badge bad' : 'badge'}>not served</span>;
}
