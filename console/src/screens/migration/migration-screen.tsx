import { useState } from 'preact/hooks';
import { type ApiCall, send } from '../../api/call.ts';
import { href } from '../../app/router.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { CopyButton, SameCall } from '../../components/same-call.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { usePolled } from '../../components/use-polled.ts';
import {
  type ApiClient,
  type ResourceReport,
  readClients,
  readReports,
  VERSIONS_PATH,
} from '../atlas/version-report.ts';
import { MigrationCard } from './migration-card.tsx';
import {
  type MigrationProgress,
  migrationsPath,
  readMigrations,
  readProgress,
  type StorageVersionMigration,
  stateOf,
} from './migration-record.ts';
import { RetireList } from './retire-list.tsx';
import './migration.css';

const PAUSE_MS = 2000;

interface Known {
  readonly reports: readonly ResourceReport[] | undefined;
  readonly clients: readonly ApiClient[];
  /** Undefined where the server does not serve StorageVersionMigrations. */
  readonly migrations: readonly StorageVersionMigration[] | undefined;
  readonly progress: readonly MigrationProgress[];
  readonly path: string | undefined;
}

async function readAll(signal: AbortSignal): Promise<Known> {
  const [reports, clients, migrations, progress, path] = await Promise.all([
    readReports(signal),
    readClients(signal),
    readMigrations(signal),
    readProgress(signal),
    migrationsPath(),
  ]);
  return { reports, clients: clients ?? [], migrations, progress, path };
}

/** Objects that lie in old versions, what writes them anew, and which versions can go. */
export default function MigrationScreen() {
  const { value, error, again } = usePolled(readAll, PAUSE_MS);
  return (
    <>
      <header class="page-head">
        <h1>Migration</h1>
        <SameCall kubectl="pinnace crd versions" call={{ path: VERSIONS_PATH }} />
      </header>
      {error !== undefined && <ErrorBox error={error} />}
      {value === undefined ? (
        error === undefined && <Loading what="migrations" />
      ) : (
        <Parts known={value} again={again} />
      )}
    </>
  );
}

function Parts({ known, again }: { readonly known: Known; readonly again: () => void }) {
  const { reports, clients, migrations, progress, path } = known;
  if (reports === undefined) {
    return (
      <Empty title="This server does not tell in which versions its objects lie.">
        It is no Pinnace, or you may not read {VERSIONS_PATH}. <code>pinnace migrate NAME</code> works with it.
      </Empty>
    );
  }
  const waiting = reports.filter((report) => oldObjects(report) > 0);
  const busy = new Set(
    (migrations ?? [])
      .filter((one) => !['succeeded', 'failed'].includes(stateOf(one)))
      .map(({ spec: { resource } }) =>
        resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`,
      ),
  );
  return (
    <>
      <section aria-labelledby="waiting-title" class="stack">
        <h2 id="waiting-title">Waiting to be migrated</h2>
        {waiting.length === 0 ? (
          <p class="soft">Every object lies in the version that new writes are stored in.</p>
        ) : (
          waiting.map((report) => (
            <WaitingCard key={report.name} report={report} path={path} isBusy={busy.has(report.name)} again={again} />
          ))
        )}
      </section>
      {migrations !== undefined && migrations.length > 0 && path !== undefined && (
        <section aria-labelledby="migrations-title" class="stack">
          <h2 id="migrations-title">Migrations</h2>
          {[...migrations].reverse().map((migration) => (
            <MigrationCard
              key={migration.metadata.uid}
              migration={migration}
              path={path}
              progress={progress.find(({ name }) => name === migration.metadata.name)}
              again={again}
            />
          ))}
        </section>
      )}
      <RetireList reports={reports} clients={clients} />
    </>
  );
}

const oldObjects = ({ versions }: ResourceReport): number =>
  versions.reduce((sum, { storage, gone, objects }) => sum + (storage || gone === true ? 0 : objects), 0);

interface WaitingCardProps {
  readonly report: ResourceReport;
  readonly path: string | undefined;
  /** A migration of it is on its way. */
  readonly isBusy: boolean;
  readonly again: () => void;
}

function WaitingCard({ report, path, isBusy, again }: WaitingCardProps) {
  const { name, group, resource, versions } = report;
  const [error, setError] = useState<unknown>();
  const stored = versions.find(({ storage }) => storage)?.version ?? '';
  const old = versions.filter(({ storage, gone, objects }) => !storage && gone !== true && objects > 0);
  const command = `pinnace migrate ${name}`;
  const call: ApiCall = {
    method: 'POST',
    path: path ?? '',
    body: {
      apiVersion: `storagemigration.k8s.io/${path?.split('/')[3]}`,
      kind: 'StorageVersionMigration',
      metadata: { generateName: `${resource}-` },
      spec: { resource: { group, resource } },
    },
  };
  const migrate = (): void => {
    send(call).then(() => {
      setError(undefined);
      again();
    }, setError);
  };
  return (
    <div class="panel panel-pad stack">
      <p>
        <a href={href(`/atlas/${encodeURIComponent(name)}`)}>{name}</a>:{' '}
        {old.map(({ version, objects }) => `${objects} in ${version}`).join(', ')}, new writes in {stored}
      </p>
      {path === undefined ? (
        <>
          <p class="command">
            <code>{command}</code> <CopyButton text={command} what="the command" />
          </p>
          <p class="soft">
            A server with <code>--runtime-config storagemigration.k8s.io/v1beta1=true</code> does it by itself, from
            here, with progress, pause and resume.
          </p>
        </>
      ) : (
        <div class="actions">
          <button type="button" class="primary" disabled={isBusy} onClick={migrate}>
            {isBusy ? 'Is being migrated' : 'Migrate'}
          </button>
          <SameCall kubectl={command} call={call} />
        </div>
      )}
      {error !== undefined && <ErrorBox error={error} />}
    </div>
  );
}
