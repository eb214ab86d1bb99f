import { href, setQuery } from '../../app/router.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { Switch } from '../../components/switch.tsx';
import { usePolled } from '../../components/use-polled.ts';
import { VirtualTable } from '../../components/virtual-table.tsx';
import type { ScreenProps } from '../screen.ts';
import { chosenRequests, hasWords, isOfConsole } from './chosen-requests.ts';
import { RequestDetail } from './request-detail.tsx';
import { keyOf, pathOf, RECORD_PATH, type RequestRecord, type RequestTrace, readRecord } from './request-record.ts';
import { Running } from './running-requests.tsx';
import { StageBar } from './stage-bar.tsx';
import { durationText } from './waterfall.ts';
import './requests.css';

const PAUSE_MS = 3000;

/** The last requests and those that run, where their time went, and why some were refused. */
export default function RequestsScreen({ query }: ScreenProps) {
  const isLive = query.get('live') !== 'no';
  const { value, error } = usePolled(readRecord, isLive ? PAUSE_MS : 0);
  return (
    <>
      <header class="page-head">
        <h1>Requests</h1>
        <SameCall kubectl={`kubectl get --raw ${RECORD_PATH}`} call={{ path: RECORD_PATH }} />
      </header>
      <Toolbar query={query} />
      {error !== undefined && <ErrorBox error={error} />}
      {value === undefined ? (
        error === undefined && <Loading what="requests" />
      ) : (
        <Record record={value} query={query} />
      )}
    </>
  );
}

function Toolbar({ query }: Pick<ScreenProps, 'query'>) {
  return (
    <div class="toolbar">
      <SearchBox label="Search requests" hint="Path, user, agent, verb or status" text={query.get('search') ?? ''} />
      <Switch query={query} name="refused" label="Refused only" />
      <Switch query={query} name="order" on="slowest" label="Slowest first" />
      <Switch query={query} name="console" label="With the console’s own" />
      <label class="check">
        <input
          type="checkbox"
          checked={query.get('live') !== 'no'}
          onChange={(event) => setQuery({ live: event.currentTarget.checked ? undefined : 'no' })}
        />
        Live
      </label>
    </div>
  );
}

function Record({ record, query }: { readonly record: RequestRecord } & Pick<ScreenProps, 'query'>) {
  const search = query.get('search') ?? '';
  const choice = {
    search,
    refusedOnly: query.get('refused') === 'yes',
    slowestFirst: query.get('order') === 'slowest',
    withConsole: query.get('console') === 'yes',
  };
  const found = chosenRequests(record.requests, choice);
  const running = record.running.filter((one) => hasWords(one, search) && (choice.withConsole || !isOfConsole(one)));
  const open = query.get('request');
  const opened = record.requests.find((one) => keyOf(one) === open);
  return (
    <>
      <Running running={running} />
      {found.length === 0 ? (
        <Empty title="No request is remembered that fits.">
          The server remembers the last 1000 since it started.{' '}
          <a href={href('/requests')}>Show all that it remembers.</a>
        </Empty>
      ) : (
        <div class={opened === undefined ? 'requests' : 'requests opened'}>
          <RequestTable found={found} isWide={opened === undefined} />
          {opened !== undefined && <RequestDetail trace={opened} key={open} />}
        </div>
      )}
    </>
  );
}

const columns = [
  { name: 'Time', width: '10ch' },
  { name: 'Status', width: '9ch' },
  { name: 'Verb', width: '14ch' },
  { name: 'Took', width: '11ch', numeric: true },
  { name: 'Path', width: 'minmax(30ch, 1fr)' },
];
const moreColumns = [
  { name: 'User', width: '26ch' },
  { name: 'Where', width: '18ch', title: 'Authentication, authorization, admission, conversion, storage, the rest' },
];

interface RequestTableProps {
  readonly found: readonly RequestTrace[];
  /** Nothing stands beside it that tells the rest. */
  readonly isWide: boolean;
}

function RequestTable({ found, isWide }: RequestTableProps) {
  return (
    <VirtualTable
      label="Requests"
      columns={isWide ? [...columns, ...moreColumns] : columns}
      count={found.length}
      onOpen={(at) => setQuery({ request: keyOf(found[at] as RequestTrace) })}
      rowAt={(at) => {
        const one = found[at] as RequestTrace;
        return { key: `${at} ${keyOf(one)}`, cells: isWide ? [...cellsOf(one), ...moreCellsOf(one)] : cellsOf(one) };
      }}
    />
  );
}

function cellsOf(one: RequestTrace) {
  return [
    <time key="time" dateTime={one.time}>
      {one.time.slice(11, 19)}
    </time>,
    <span key="status" class={statusClass(one.status)}>
      {one.status}
    </span>,
    one.verb === '' ? one.method : one.verb,
    durationText(one.milliseconds),
    <code key="path" class="fitted" title={pathOf(one)}>
      {pathOf(one)}
    </code>,
  ];
}

function moreCellsOf(one: RequestTrace) {
  return [
    <span key="user" class="fitted" title={one.user}>
      {one.user}
    </span>,
    <StageBar key="bar" trace={one} />,
  ];
}

function statusClass(status: number): string {
  if (status >= 500) return 'badge bad';
  return status >= 400 ? 'badge warn' : 'badge good';
}
