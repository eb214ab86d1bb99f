import { useState } from 'preact/hooks';
import { ask, send } from '../../api/call.ts';
import { findServed } from '../../api/discovery.ts';
import { listAll } from '../../api/list-all.ts';
import { askPinnace } from '../../api/pinnace-paths.ts';
import { resourcePath } from '../../api/resource-path.ts';
import { href } from '../../app/router.ts';
import { ageOf } from '../../components/age.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { Icon } from '../../components/icon.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { usePolled } from '../../components/use-polled.ts';
import { readReports } from '../atlas/version-report.ts';
import { readMigrations } from '../migration/migration-record.ts';
import { type Concern, concernsIn, type Findings } from './attention.ts';
import { type Figure, figuresOf, metricsOf, nowOf, type Reading, readingOf } from './readings.ts';
import { sparkPath } from './spark-path.ts';
import './overview.css';

const FIGURES_MS = 3000;
const SECOND_READING_MS = 700;
const CONCERNS_MS = 15_000;
const MOST_READINGS = 100;

/** Kept while the page is loaded: who comes back sees what was in the meantime, as far as it was seen. */
let readings: readonly Reading[] = [];

/** What needs attention, then how the server does. */
export default function OverviewScreen() {
  return (
    <>
      <header class="page-head">
        <h1>Overview</h1>
        <SameCall kubectl="kubectl get --raw '/readyz?verbose'" call={{ path: '/readyz', query: { verbose: '' } }} />
      </header>
      <Attention />
      <Figures />
    </>
  );
}

function Attention() {
  const { value, error } = usePolled(readFindings, CONCERNS_MS);
  if (error !== undefined && value === undefined) return <ErrorBox error={error} />;
  const concerns = value && concernsIn(value);
  return (
    <section aria-labelledby="attention-title">
      <h2 id="attention-title">Needs attention</h2>
      {concerns === undefined || concerns.length === 0 ? (
        <p class="all-well panel" role="status">
          {concerns === undefined ? (
            'Looking …'
          ) : (
            <>
              <Icon name="check" /> Nothing that this console knows of.
            </>
          )}
        </p>
      ) : (
        <ul class="concerns">
          {concerns.map((concern) => (
            <ConcernView key={concern.title} concern={concern} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ConcernView({ concern }: { readonly concern: Concern }) {
  const { severity, title, since, detail = '', page } = concern;
  return (
    <li class={`panel concern ${severity}`}>
      <Icon name="warning" />
      <div>
        <p>
          <span class="concern-title">{page === undefined ? title : <a href={href(page)}>{title}</a>}</span>{' '}
          {since !== undefined && (
            <time class="soft" dateTime={since} title={since}>
              since {ageOf(since, Date.now())}
            </time>
          )}
        </p>
        {detail !== '' && <p class="soft">{detail}</p>}
      </div>
    </li>
  );
}

/** What the user may not read is left out: the rest is worth showing. */
async function readFindings(signal: AbortSignal): Promise<Findings> {
  const unlessRefused = <T,>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined);
  const path = await conversionPoliciesPath();
  const [health, metrics, webhooks, reports, apiServices, migrations, policies, ...rest] = await Promise.all([
    unlessRefused(healthText(signal)),
    unlessRefused(send({ path: '/metrics', accept: 'text/plain' }, signal).then((response) => response.text())),
    askPinnace<{ readonly webhooks: Findings['webhooks'] }>({ path: '/pinnace/webhooks' }, signal),
    readReports(signal),
    unlessRefused(listAll('/apis/apiregistration.k8s.io/v1/apiservices', signal)),
    unlessRefused(readMigrations(signal)),
    unlessRefused(listAll('/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies', signal)),
    askPinnace<Pick<Findings, 'definitions'>>({ path: '/pinnace/troubled-definitions' }, signal),
    path === undefined ? undefined : unlessRefused(listAll(path, signal)),
    askPinnace<{ readonly changes: Findings['breaking'] }>({ path: '/pinnace/breaking-changes' }, signal),
  ]);
  const [troubled, conversionPolicies, breaking] = rest;
  return {
    health,
    metrics: metrics === undefined ? undefined : metricsOf(metrics),
    webhooks: webhooks?.webhooks,
    reports,
    definitions: troubled?.definitions,
    breaking: breaking?.changes,
    ...({ apiServices, migrations, policies, conversionPolicies } as Partial<Findings>),
  };
}

async function conversionPoliciesPath(): Promise<string | undefined> {
  const found = await findServed({ group: 'conversion.pinnace.dev', resource: 'conversionpolicies' });
  return found && resourcePath({ ...found, version: found.versions[0] ?? '' });
}

/** A server that is not ready says why with a 500. */
async function healthText(signal: AbortSignal): Promise<string> {
  const response = await fetch('/console/api/readyz?verbose', { signal, headers: { accept: 'text/plain' } });
  return response.ok || response.status === 500 ? response.text() : '';
}

function Figures() {
  const [, redraw] = useState<readonly Reading[]>();
  const read = async (signal: AbortSignal): Promise<void> => {
    redraw(await readFigures(signal));
    // Many figures are differences: the second reading comes soon.
    if (readings.length > 1) return;
    await new Promise((resolve) => setTimeout(resolve, SECOND_READING_MS));
    redraw(await readFigures(signal));
  };
  const { error } = usePolled(read, FIGURES_MS);
  if (error !== undefined && readings.length === 0) return <ErrorBox error={error} />;
  return (
    <section aria-labelledby="figures-title">
      <h2 id="figures-title">How it does</h2>
      <div class="figures">
        {figuresOf(readings).map((figure) => (
          <FigureView key={figure.name} figure={figure} />
        ))}
      </div>
    </section>
  );
}

/** All readings, with one more. */
async function readFigures(signal: AbortSignal): Promise<readonly Reading[]> {
  const [response, list] = await Promise.all([
    send({ path: '/metrics', accept: 'text/plain' }, signal),
    ask<{ readonly metadata: { readonly resourceVersion?: string } }>(
      { path: '/api/v1/namespaces', query: { limit: 1 } },
      signal,
    ),
  ]);
  const revision = Number(list.metadata.resourceVersion) || undefined;
  const reading = { ...readingOf(metricsOf(await response.text()), performance.now()), revision };
  readings = [...readings, reading].slice(-MOST_READINGS);
  return readings;
}

const SPARK = { width: 160, height: 32 };

function FigureView({ figure }: { readonly figure: Figure }) {
  const { name, past } = figure;
  return (
    <div class="panel figure">
      <p class="soft">{name}</p>
      <p class="figure-now">{nowOf(figure)}</p>
      <Spark values={past} />
    </div>
  );
}

function Spark({ values }: { readonly values: readonly number[] }) {
  const box = `0 -2 ${SPARK.width} ${SPARK.height + 4}`;
  return (
    <svg class="spark" viewBox={box} preserveAspectRatio="none" aria-hidden="true">
      <path d={sparkPath(values, SPARK)} />
    </svg>
  );
}
