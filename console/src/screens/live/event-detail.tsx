import { ask, StatusError } from '../../api/call.ts';
import { nameSelector, objectPage, resourcePath } from '../../api/resource-path.ts';
import type { KubeObject } from '../../api/types.ts';
import { href } from '../../app/router.ts';
import { DiffView } from '../../components/diff-view.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { Loading } from '../../components/states.tsx';
import { useAsk } from '../../components/use-ask.ts';
import { type LiveEvent, wordOf } from './event-log.ts';

/** What an event has changed. The state before it comes from the server, which remembers it for a while. */
export function EventDetail({ event, close }: { readonly event: LiveEvent; readonly close: () => void }) {
  const { resource, object, type } = event;
  const { name = '', namespace } = object.metadata;
  const call = stateBefore(event);
  const { value, error } = useAsk(String(event.id), async (signal) => {
    const { items } = await ask<{ readonly items: readonly KubeObject[] }>(call, signal);
    return { before: items[0] };
  });
  const forgotten = error instanceof StatusError && error.isExpired;
  const { apiVersion, kind } = object;
  const before = value?.before && { ...value.before, apiVersion, kind };
  return (
    <aside class="event-detail panel panel-pad" aria-label={`Change of ${name}`}>
      <div class="event-head">
        <h2>
          {name} was {wordOf(type)}
        </h2>
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      </div>
      {type !== 'DELETED' && <a href={href(objectPage({ ...resource, namespace, name }, 'history'))}>Its history</a>}
      <SameCall call={call} />
      {error !== undefined && !forgotten && <ErrorBox error={error} />}
      {forgotten && <p class="hint">The server does not remember the state before it any more.</p>}
      {value === undefined && error === undefined && <Loading what="the state before it" />}
      {value !== undefined && (
        <DiffView before={before} after={type === 'DELETED' ? undefined : object} label="What has changed" />
      )}
    </aside>
  );
}

function stateBefore({ resource, object }: LiveEvent) {
  const { name = '', namespace, resourceVersion = '1' } = object.metadata;
  return {
    path: resourcePath(resource, namespace),
    query: {
      fieldSelector: nameSelector(name),
      resourceVersion: String(BigInt(resourceVersion) - 1n),
      resourceVersionMatch: 'Exact',
    },
  };
}
