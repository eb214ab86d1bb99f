import { useState } from 'preact/hooks';
import { ask, send } from '../../api/call.ts';
import { listAll } from '../../api/list-all.ts';
import { askPinnace } from '../../api/pinnace-paths.ts';
import { href } from '../../app/router.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { Icon } from '../../components/icon.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { Loading } from '../../components/states.tsx';
import { usePolled } from '../../components/use-polled.ts';
import { readReports } from '../atlas/version-report.ts';
import { readMigrations } from '../migration/migration-record.ts';
import { type Concern, concernsIn, type Findings } from './attention.ts';
import { type Figure, figuresOf, metricsOf, type Reading, readingOf } from './readings.ts';
import { sparkPath } from './spark-path.ts';
import './overview.css';

const FIGURES_MS = 3000;
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
  if (value === undefined) return <Loading what="what needs attention" />;
  const concerns = concernsIn(value);
  return (
    <section aria-labelledby="attention-title">
      <h2 id="attention-title">Needs attention</h2>
      {concerns.length === 0 ? (
        <p class="all-well panel">
          <Icon name="check" /> Nothing that this console knows of.
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
  const { severity, title, detail = '', page } = concern;
  return (
    <li class={`panel concern ${severity}`}>
      <Icon name="warning" />
      <div>
        <p class="concern-title">{page === undefined ? title : <a href={href(page)}>{title}</a>}</p>
        {detail !== '' && <p class="soft">{detail}</p>}
      </div>
    </li>
  );
}

/** What the user may not read is left out: the rest is worth showing. */
async function readFindings(signal: AbortSignal): Promise<Findings> {
  const unlessRefused = <T,>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined);
  const [health, metrics, webhooks, reports, apiServices, migrations, policies] = await Promise.all([
    unlessRefused(healthText(signal)),
    unlessRefused(send({ path: '/metrics', accept: 'text/plain' }, signal).then((response) => response.text())),
    askPinnace<{ readonly webhooks: Findings['webhooks'] }>({ path: '/pinnace/webhooks' }, signal),
    readReports(signal),
    unlessRefused(listAll('/apis/apiregistration.k8s.io/v1/apiservices', signal)),
    unlessRefused(readMigrations(signal)),
    unlessRefused(listAll('/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies', signal)),
  ]);
  return {
    health,
    metrics: metrics === undefined ? undefined : metricsOf(metrics),
    webhooks: webhooks?.webhooks,
    reports,
    ...({ apiServices, migrations, policies } as Pick<Findings, 'apiServices' | 'migrations' | 'policies'>),
  };
}

/** A server that is not ready says why with a 500. */
async function healthText(signal: AbortSignal): Promise<string> {
  const response = await fetch('/console/api/readyz?verbose', { signal, headers: { accept: 'text/plain' } });
  return response.ok || response.status === 500 ? response.text() : '';
}

interface Told {
  readonly figures: readonly Figure[];
  readonly revision: string;
}

function Figures() {
  const [told, setTold] = useState<Told>();
  const { error } = usePolled(async (signal) => setTold(await readFigures(signal)), FIGURES_MS);
  if (told === undefined) return error === undefined ? <Loading what="figures" /> : <ErrorBox error={error} />;
  return (
    <section aria-labelledby="figures-title">
      <h2 id="figures-title">How it does</h2>
      <div class="figures">
        {told.figures.map((figure) => (
          <FigureView key={figure.name} figure={figure} />
        ))}
        <div class="panel figure">
          <p class="soft">Revision</p>
          <p class="figure-now">{told.revision}</p>
        </div>
      </div>
    </section>
  );
}

async function readFigures(signal: AbortSignal): Promise<Told> {
  const [response, list] = await Promise.all([
    send({ path: '/metrics', accept: 'text/plain' }, signal),
    ask<{ readonly metadata: { readonly resourceVersion?: string } }>(
      { path: '/api/v1/namespaces', query: { limit: 1 } },
      signal,
    ),
  ]);
  const reading = readingOf(metricsOf(await response.text()), performance.now());
  readings = [...readings, reading].slice(-MOST_READINGS);
  return { figures: figuresOf(readings), revision: list.metadata.resourceVersion ?? '' };
}

const SPARK = { width: 160, height: 32 };

function FigureView({ figure }: { readonly figure: Figure }) {
  const { name, now, past } = figure;
  return (
    <div class="panel figure">
      <p class="soft">{name}</p>
      <p class="figure-now">{now}</p>
      {past.length > 1 && <Spark values={past} />}
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
