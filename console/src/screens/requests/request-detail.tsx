import { useState } from 'preact/hooks';
import { type ApiCall, send } from '../../api/call.ts';
import { href, setQuery } from '../../app/router.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { type RefusalSource, refusalSource } from './refusal-source.ts';
import { replayOf } from './replay.ts';
import { pathOf, type RequestTrace } from './request-record.ts';
import { type Bar, barsOf, durationText } from './waterfall.ts';

/** One request: its way through the stages, why it was refused, how to send it again. */
export function RequestDetail({ trace }: { readonly trace: RequestTrace }) {
  const { method, path, query, status, user, userAgent, bytes, thread, time } = trace;
  return (
    <section class="request-detail panel" aria-label="The request">
      <div class="detail-head">
        <h2>
          {trace.verb || method} <span class="soft">{status}</span>
        </h2>
        <button type="button" class="quiet" onClick={() => setQuery({ request: undefined })}>
          Close
        </button>
      </div>
      <p class="detail-path">
        <code>{pathOf(trace)}</code>
      </p>
      {status >= 400 && <Refusal trace={trace} source={refusalSource(trace)} />}
      <Waterfall trace={trace} />
      <dl class="facts">
        <dt>When</dt>
        <dd>{time}</dd>
        <dt>User</dt>
        <dd>{user || 'nobody that is known'}</dd>
        <dt>Agent</dt>
        <dd>{userAgent || 'says nothing'}</dd>
        <dt>Answer</dt>
        <dd>
          {bytes} bytes{thread === true && ', made in another thread'}
        </dd>
      </dl>
      <SameCall call={{ ...methodOf(method), path, query: Object.fromEntries(new URLSearchParams(query)) }} />
      <ReplayPart trace={trace} />
    </section>
  );
}

const methodOf = (method: string): Pick<ApiCall, 'method'> =>
  method === 'GET' || method === 'HEAD' ? {} : { method: method as NonNullable<ApiCall['method']> };

function Refusal({ trace, source }: { readonly trace: RequestTrace; readonly source: RefusalSource | undefined }) {
  const { missing } = source ?? {};
  return (
    <div class="refusal">
      {source !== undefined && (
        <p>
          <strong>Refused by</strong> {source.by}. {source.hint}
        </p>
      )}
      {trace.refusal !== undefined && <p class="server-words">{trace.refusal.message}</p>}
      {missing !== undefined && (
        <p>
          <a href={href('/who-can', missing)}>
            Who can {missing.verb} {missing.resource}?
          </a>
        </p>
      )}
    </div>
  );
}

function Waterfall({ trace }: { readonly trace: RequestTrace }) {
  const whole = Math.max(trace.milliseconds, 0.001);
  return (
    <table class="waterfall">
      <caption>{durationText(trace.milliseconds)}, stage by stage</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Stage</th>
          <th scope="col">Share</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {barsOf(trace).map((bar) => (
          <WaterfallRow key={bar.name} bar={bar} whole={whole} />
        ))}
      </tbody>
    </table>
  );
}

function WaterfallRow({ bar, whole }: { readonly bar: Bar; readonly whole: number }) {
  const { name, stage, from, milliseconds, within } = bar;
  const percent = (part: number): string => `${Math.min((part / whole) * 100, 100)}%`;
  return (
    <tr class={within ? 'within' : ''}>
      <th scope="row">{name}</th>
      <td class="track">
        <span class={`stage ${stage}`} style={{ marginLeft: percent(from), width: percent(milliseconds) }} />
      </td>
      <td class="numeric">{durationText(milliseconds)}</td>
    </tr>
  );
}

interface Outcome {
  readonly text?: string;
  readonly error?: unknown;
}

function ReplayPart({ trace }: { readonly trace: RequestTrace }) {
  const replay = replayOf(trace);
  const [outcome, setOutcome] = useState<Outcome>();
  if ('why' in replay) return <p class="soft">{replay.why}</p>;
  const run = async (): Promise<void> => {
    setOutcome({});
    const began = performance.now();
    try {
      const response = await send(replay.call);
      await response.arrayBuffer();
      setOutcome({ text: `${response.status}, after ${durationText(performance.now() - began)} as seen from here.` });
    } catch (error) {
      setOutcome({ error });
    }
  };
  const isDryRun = replay.call.method !== undefined;
  return (
    <div class="actions">
      <button type="button" onClick={() => void run()}>
        {isDryRun ? 'Send again as a dry run' : 'Send again'}
      </button>
      <span class="soft">In your own name. {isDryRun && 'Nothing is changed.'}</span>
      <p role="status">{outcome?.text}</p>
      {outcome?.error !== undefined && <ErrorBox error={outcome.error} />}
    </div>
  );
}
