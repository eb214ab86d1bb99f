import { href, navigate } from '../../app/router.ts';
import { ageOf } from '../../components/age.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { usePolled } from '../../components/use-polled.ts';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { RECORD_PATH, readRecord } from '../requests/request-record.ts';
import { matchingWatches, type OpenWatch, openWatches } from './watches.ts';

const PAUSE_MS = 2000;

/** Who watches what, and how far behind they are. */
export function WatchList({ text }: { readonly text: string }) {
  const { value, error } = usePolled(readRecord, PAUSE_MS);
  const watches = openWatches(value?.running ?? []);
  const found = matchingWatches(watches, text);
  return (
    <>
      <search class="toolbar live-toolbar">
        <SearchBox isLabelled label="Search" hint="user, client or resource" text={text} />
      </search>
      <SameCall kubectl={`kubectl get --raw ${RECORD_PATH}`} call={{ path: RECORD_PATH }} />
      <p class="soft">
        {value !== undefined && `${watches.length} ${watches.length === 1 ? 'watch is' : 'watches are'} open. `}Behind
        are events that the server has and the client has not taken; who falls too far behind has to list again.
        Controllers in the server are not told of here. A row leads to the requests of its user.
      </p>
      {error !== undefined && <ErrorBox error={error} />}
      {value === undefined && error === undefined && <Loading what="the watches" />}
      {value !== undefined && found.length === 0 && (
        <Empty title={watches.length === 0 ? 'Nobody watches anything.' : 'Nobody watches that.'}>
          <code>kubectl get pods --watch</code> would be one.
        </Empty>
      )}
      {found.length > 0 && <Watches watches={found} />}
    </>
  );
}

const columns = [
  { name: 'Behind', width: '12ch' },
  { name: 'What', width: 'minmax(28ch, 2fr)' },
  { name: 'User', width: 'minmax(20ch, 1fr)' },
  { name: 'Client', width: 'minmax(22ch, 1fr)' },
  { name: 'For', width: '9ch' },
  { name: 'At revision', width: '13ch' },
];

function Watches({ watches }: { readonly watches: readonly OpenWatch[] }) {
  return (
    <VirtualTable
      label="Watches, those furthest behind first"
      columns={columns}
      count={watches.length}
      onOpen={(at) => navigate(href('/requests', { search: watches[at]?.user, console: 'yes' }))}
      rowAt={(at) => {
        const { id, what, user, client, since, revision, behind } = watches[at] as OpenWatch;
        const cells = [
          <Behind key="behind" behind={behind} />,
          what,
          user,
          client,
          ageOf(since, Date.now()),
          revision === undefined ? '' : String(revision),
        ];
        return { key: id, cells };
      }}
    />
  );
}

function Behind({ behind }: Pick<OpenWatch, 'behind'>) {
  if (behind === undefined) return <span class="badge">begins</span>;
  if (behind === 0) return <span class="badge good">up to date</span>;
  return <span class="badge warn">{behind === 1 ? '1 event' : `${behind} events`}</span>;
}
