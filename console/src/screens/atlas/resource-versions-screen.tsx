import { listPage } from '../../api/resource-path.ts';
import { href } from '../../app/router.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { useAsk } from '../../components/use-ask.ts';
import type { ScreenProps } from '../screen.ts';
import { ServedMark } from './cell-view.tsx';
import { DefinitionTimeline } from './definition-timeline.tsx';
import { readDefinition, SchemaVersions } from './schema-versions.tsx';
import {
  type ApiClient,
  type ResourceReport,
  readClients,
  readReport,
  VERSIONS_PATH,
  type VersionReport,
} from './version-report.ts';
import './atlas.css';

/** One resource in all its versions, and what became of its definition. */
export default function ResourceVersionsScreen({ params, query }: ScreenProps) {
  const { name = '' } = params;
  const { value, error } = useAsk(`versions ${name}`, async (signal) => {
    const [report, clients] = await Promise.all([readReport(name, signal), readClients(signal)]);
    return { report, clients: (clients ?? []).filter(({ resource }) => resource === name) };
  });
  return (
    <>
      <header class="page-head">
        <nav class="crumbs" aria-label="Where this is">
          <a href={href('/atlas')}>API atlas</a> <span aria-hidden="true">/</span>
        </nav>
        <h1>{name}</h1>
        <SameCall kubectl={`pinnace crd versions ${name}`} call={{ path: `${VERSIONS_PATH}/${name}` }} />
      </header>
      {error !== undefined && <ErrorBox error={error} />}
      {value === undefined && error === undefined && <Loading what="the versions" />}
      {value !== undefined && value.report === undefined && (
        <>
          <Empty title="This server does not tell in which versions its objects lie.">
            It is no Pinnace, or you may not read {VERSIONS_PATH}.
          </Empty>
          <SchemasOf name={name} query={query} />
        </>
      )}
      {value?.report !== undefined && <Report report={value.report} clients={value.clients} />}
      {value?.report?.origin === 'custom' && <OfDefinition report={value.report} query={query} />}
    </>
  );
}

function OfDefinition({ report, query }: Pick<ScreenProps, 'query'> & { readonly report: ResourceReport }) {
  const { name } = report;
  const { value, error } = useAsk(`definition ${name}`, (signal) => readDefinition(name, signal));
  return (
    <>
      <p>
        <a href={href('/playground', { definition: name })}>Try changes of the definition in the playground</a>
      </p>
      {error !== undefined && <ErrorBox error={error} />}
      {(value ?? error) !== undefined && (
        <DefinitionTimeline report={report} created={value?.metadata.creationTimestamp} />
      )}
      {value !== undefined && <SchemaVersions definition={value} query={query} />}
    </>
  );
}

/** Where nothing is told but the definition itself; a resource without one has nothing to show. */
function SchemasOf({ name, query }: Pick<ScreenProps, 'query'> & { readonly name: string }) {
  const { value } = useAsk(`definition ${name}`, (signal) =>
    // The group of a definition has a dot: `apps` is none.
    name.split('.').length > 2 ? readDefinition(name, signal) : Promise.resolve(undefined),
  );
  return value === undefined ? null : <SchemaVersions definition={value} query={query} />;
}

function Report({ report, clients }: { readonly report: ResourceReport; readonly clients: readonly ApiClient[] }) {
  const { unreadable } = report;
  return (
    <>
      <div class="version-cards">
        {report.versions.map((version) => (
          <VersionCard
            key={version.version}
            report={report}
            version={version}
            clients={clients.filter((client) => client.version === version.version)}
          />
        ))}
      </div>
      {unreadable > 0 && (
        <p>
          <span class="badge bad">{unreadable} damaged</span> objects that cannot be read; pinnace check finds them.
        </p>
      )}
    </>
  );
}

interface VersionCardProps {
  readonly report: ResourceReport;
  readonly version: VersionReport;
  readonly clients: readonly ApiClient[];
}

const MOST_CLIENTS = 5;

function VersionCard({ report, version, clients }: VersionCardProps) {
  const { served, storage, deprecated, gone, objects, oldest } = version;
  const { group, resource } = report;
  const list = href(listPage({ group, resource, version: version.version }));
  return (
    <section class="version-card panel" aria-label={version.version}>
      <h2>{version.version}</h2>
      <p class="marks">
        <ServedMark served={served} objects={objects} />
        {storage && <span class="badge accent">stored</span>}
        {deprecated && <span class="badge warn">deprecated</span>}
        {gone && <span class="badge bad">gone</span>}
      </p>
      <p>
        {objects} {objects === 1 ? 'object lies' : 'objects lie'} in it.{' '}
        {served && objects > 0 && <a href={list}>Show {objects === 1 ? 'it' : 'them'}</a>}
      </p>
      {oldest !== undefined && (
        <p class="soft">
          Written longest ago: {oldest.namespace !== undefined && `${oldest.namespace}/`}
          {oldest.name}
        </p>
      )}
      {clients.length > 0 && (
        <ul class="findings">
          {clients.slice(0, MOST_CLIENTS).map(({ user, client, lastUse, lastHour }) => (
            <li key={`${user} ${client}`}>
              <span>
                {user} with {client.split(' ')[0]}{' '}
                <span class="soft">{lastHour > 0 ? `${lastHour} in the last hour` : `last at ${lastUse}`}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
