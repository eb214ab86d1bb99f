import './live.css';
import { useState } from 'preact/hooks';
import { type ServedResource, servedResources } from '../../api/discovery.ts';
import { isPinnace } from '../../api/pinnace-paths.ts';
import { kubectlResource, resourcePath } from '../../api/resource-path.ts';
import { href, setQuery } from '../../app/router.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useAsk } from '../../components/use-ask.ts';
import { VirtualTable } from '../../components/virtual-table.tsx';
import type { ScreenProps } from '../screen.ts';
import { EventDetail } from './event-detail.tsx';
import { type LiveEvent, matchingEvents, wordOf } from './event-log.ts';
import { useLiveEvents } from './use-live-events.ts';
import { WatchList } from './watch-list.tsx';
import { canWatch, mostWatched, resourceKey, watchedResources } from './watched-resources.ts';

const tabs = [
  { name: '', label: 'Changes', href: href('/live') },
  { name: 'watches', label: 'Who watches', href: href('/live', { view: 'watches' }) },
];

/** What happens on the server, as it happens, and who else is told of it. */
export default function LiveScreen({ query }: ScreenProps) {
  const view = isPinnace() && query.get('view') === 'watches' ? 'watches' : '';
  return (
    <>
      <header class="page-head">
        <h1>Live</h1>
      </header>
      {isPinnace() && <Tabs tabs={tabs} current={view} label="Views of what happens" />}
      {view === 'watches' ? <WatchList text={query.get('search') ?? ''} /> : <Changes query={query} />}
    </>
  );
}

function Changes({ query }: Pick<ScreenProps, 'query'>) {
  const { value, error } = useAsk('resources', () => servedResources({ refresh: true }));
  const chosen = (query.get('resources') ?? '').split(',').filter((one) => one !== '');
  return (
    <>
      {error !== undefined && <ErrorBox error={error} />}
      {value === undefined ? (
        error === undefined && <Loading what="resources" />
      ) : (
        <Stream all={value} chosen={chosen} text={query.get('search') ?? ''} />
      )}
    </>
  );
}

interface StreamProps {
  readonly all: readonly ServedResource[];
  readonly chosen: readonly string[];
  readonly text: string;
}

function Stream({ all, chosen, text }: StreamProps) {
  const resources = watchedResources(all, chosen, mostWatched(window.location.protocol));
  const { log, failures } = useLiveEvents(resources);
  const [opened, setOpened] = useState<LiveEvent>();
  const events = matchingEvents(log.events, text);
  const first = resources[0];
  return (
    <>
      <search class="toolbar live-toolbar">
        <SearchBox isLabelled label="Search" hint="resource, name, manager, deleted" text={text} />
        <AddResource all={all} watched={resources} />
      </search>
      <Watched resources={resources} isChoice={chosen.length > 0} failures={failures} />
      {first !== undefined && (
        <SameCall
          kubectl={`kubectl get ${resources.map((one) => kubectlResource({ ...one, version: '' })).join(',')} -A --watch-only`}
          call={{ path: resourcePath({ ...first, version: first.versions[0] ?? '' }), query: { watch: 1 } }}
        />
      )}
      <div class="live">
        {events.length === 0 ? (
          <Empty title="Nothing has happened yet.">
            Changes appear here as they are written. Try one with kubectl.
          </Empty>
        ) : (
          <Events events={events} open={setOpened} />
        )}
        {opened !== undefined && <EventDetail key={opened.id} event={opened} close={() => setOpened(undefined)} />}
      </div>
    </>
  );
}

const columns = [
  { name: 'Time', width: '12ch' },
  { name: 'Change', width: '13ch' },
  { name: 'Resource', width: 'minmax(20ch, 1fr)' },
  { name: 'Namespace', width: 'minmax(14ch, 1fr)' },
  { name: 'Name', width: 'minmax(24ch, 2fr)' },
  { name: 'By', width: 'minmax(18ch, 1fr)' },
];
const tones = { ADDED: 'good', MODIFIED: 'warn', DELETED: 'bad' } as const;

function Events({
  events,
  open,
}: {
  readonly events: readonly LiveEvent[];
  readonly open: (event: LiveEvent) => void;
}) {
  return (
    <VirtualTable
      label="Changes, the newest first"
      columns={columns}
      count={events.length}
      onOpen={(at) => open(events[at] as LiveEvent)}
      rowAt={(at) => {
        const { id, type, resource, object, manager, at: time } = events[at] as LiveEvent;
        const cells = [
          new Date(time).toLocaleTimeString('en-GB'),
          <span key="change" class={`badge ${tones[type]}`}>
            {wordOf(type)}
          </span>,
          resource.resource,
          object.metadata.namespace ?? '',
          object.metadata.name ?? '',
          manager,
        ];
        return { key: String(id), cells };
      }}
    />
  );
}

function AddResource({
  all,
  watched,
}: {
  readonly all: readonly ServedResource[];
  readonly watched: readonly ServedResource[];
}) {
  const known = new Set(watched.map(resourceKey));
  const others = all.filter((one) => canWatch(one) && !known.has(resourceKey(one)));
  const add = (key: string): void => {
    if (key !== '') setQuery({ resources: [...known, key].join() });
  };
  return (
    <label class="field">
      <span>Watch also</span>
      <select value="" onChange={(event) => add(event.currentTarget.value)}>
        <option value="">choose</option>
        {others.map((one) => (
          <option key={resourceKey(one)} value={resourceKey(one)}>
            {kubectlResource({ ...one, version: '' })}
          </option>
        ))}
      </select>
    </label>
  );
}

interface WatchedProps {
  readonly resources: readonly ServedResource[];
  readonly isChoice: boolean;
  readonly failures: ReadonlyMap<string, unknown>;
}

function Watched({ resources, isChoice, failures }: WatchedProps) {
  const without = (key: string): void =>
    setQuery({
      resources: resources
        .map(resourceKey)
        .filter((one) => one !== key)
        .join(),
    });
  return (
    <ul class="watched" aria-label="Watched resources">
      {resources.map((one) => {
        const key = resourceKey(one);
        const failed = failures.has(key);
        return (
          <li key={key} class={failed ? 'badge bad' : 'badge'} title={failed ? String(failures.get(key)) : undefined}>
            {one.resource}
            <button
              type="button"
              class="remove"
              onClick={() => without(key)}
              aria-label={`Do not watch ${one.resource}`}
            >
              ×
            </button>
          </li>
        );
      })}
      {isChoice && (
        <li>
          <button type="button" class="quiet small" onClick={() => setQuery({ resources: undefined })}>
            the usual ones
          </button>
        </li>
      )}
    </ul>
  );
}
