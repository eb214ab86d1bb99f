import './history.css';
import { useState } from 'preact/hooks';
import { ask } from '../../../api/call.ts';
import { kubectlObject } from '../../../api/kubectl-command.ts';
import { type Revision, readHistory } from '../../../api/object-history.ts';
import { isPinnace } from '../../../api/pinnace-paths.ts';
import { nameSelector, type ObjectRef, objectPath, resourcePath } from '../../../api/resource-path.ts';
import type { KubeObject } from '../../../api/types.ts';
import { setQuery } from '../../../app/router.ts';
import { ageOf } from '../../../components/age.ts';
import { DiffView } from '../../../components/diff-view.tsx';
import { ErrorBox } from '../../../components/error-box.tsx';
import { SameCall } from '../../../components/same-call.tsx';
import { Empty, Loading } from '../../../components/states.tsx';
import { useAsk } from '../../../components/use-ask.ts';
import { useObject } from '../../../components/use-object.ts';
import { withoutManagedFields } from '../../../yaml/without-managed-fields.ts';
import type { ObjectViewProps } from '../object-screen.tsx';
import { changeOf } from './revision-change.ts';

/** The states that the server still remembers, and what changed from each to the next. */
export default function HistoryTab({ refs, query }: ObjectViewProps) {
  const { object } = useObject(refs);
  const { value, error } = useAsk(object?.metadata.resourceVersion ?? '', (signal) => readHistory(refs, signal));
  const [last, setLast] = useState<readonly Revision[]>();
  if (value !== undefined && value !== last) setLast(value);
  const history = value ?? last;
  if (error !== undefined) return <ErrorBox error={error} />;
  if (history === undefined) return <Loading what="the history" />;
  return (
    <>
      <div class="under-toolbar">
        <span class="soft">
          {isPinnace() ? 'The server remembers as long as --history says.' : 'The server remembers until it compacts.'}
        </span>
        <SameCall
          kubectl={kubectlObject('get', refs, '--watch', '-o yaml')}
          call={{
            path: resourcePath(refs, refs.namespace),
            query: { watch: 1, fieldSelector: nameSelector(refs.name), resourceVersion: 1 },
          }}
        />
      </div>
      {history.length < 2 ? (
        <Empty title="The server remembers one state of this object.">Every change from now on appears here.</Empty>
      ) : (
        <Slider refs={refs} history={history} query={query} />
      )}
    </>
  );
}

interface SliderProps {
  readonly refs: ObjectRef;
  readonly history: readonly Revision[];
  readonly query: URLSearchParams;
}

function Slider({ refs, history, query }: SliderProps) {
  const newest = history.length - 1;
  const to = placeOf(history, query.get('to'), newest);
  const from = placeOf(history, query.get('from'), Math.max(0, to - 1));
  const setTo = (at: number): void => setQuery({ to: history[at]?.resourceVersion, from: undefined });
  return (
    <>
      <div class="history-slider">
        <label for="revision">Revision</label>
        <input
          id="revision"
          type="range"
          min={0}
          max={newest}
          value={to}
          aria-valuetext={describe(history, to)}
          onInput={(event) => setTo(Number(event.currentTarget.value))}
        />
        <output for="revision">
          {to + 1} of {history.length}
        </output>
      </div>
      <div class="history">
        <ol class="revisions" reversed start={history.length}>
          {history
            .map((revision, at) => ({ revision, at }))
            .reverse()
            .map(({ revision, at }) => (
              <li key={revision.resourceVersion}>
                <button type="button" class="revision" aria-pressed={at === to} onClick={() => setTo(at)}>
                  <RevisionWords history={history} at={at} />
                </button>
              </li>
            ))}
        </ol>
        <div class="history-diff">
          <label class="compare">
            compared with
            <select
              value={String(from)}
              onChange={(event) => setQuery({ from: history[Number(event.currentTarget.value)]?.resourceVersion })}
            >
              {history.map((revision, at) => (
                <option key={revision.resourceVersion} value={String(at)}>
                  {describe(history, at)}
                </option>
              ))}
            </select>
          </label>
          <DiffView before={history[from]?.object} after={history[to]?.object} label="What has changed" />
          {to < newest && <Undo refs={refs} history={history} to={to} />}
        </div>
      </div>
    </>
  );
}

const placeOf = (history: readonly Revision[], version: string | null, otherwise: number): number => {
  const at = history.findIndex(({ resourceVersion }) => resourceVersion === version);
  return at < 0 ? otherwise : at;
};

function describe(history: readonly Revision[], at: number): string {
  const { word, managers } = changeOf(history, at);
  return `${history[at]?.resourceVersion}: ${word}${managers.length === 0 ? '' : ` by ${managers.join(', ')}`}`;
}

function RevisionWords({ history, at }: { readonly history: readonly Revision[]; readonly at: number }) {
  const { word, managers, fields, time } = changeOf(history, at);
  return (
    <>
      <span class="revision-first">
        <strong>{history[at]?.resourceVersion}</strong>
        <span class="badge">{word}</span>
        {time !== undefined && <span class="soft">{ageOf(time, Date.now())} ago</span>}
      </span>
      {managers.length > 0 && <span class="revision-by">by {managers.join(', ')}</span>}
      {fields.length > 0 && (
        <code class="revision-fields">
          {fields.slice(0, 3).join(', ')}
          {fields.length > 3 && ` and ${fields.length - 3} more`}
        </code>
      )}
    </>
  );
}

/** Back to an earlier state: first as a dry run, then for real. */
function Undo({
  refs,
  history,
  to,
}: {
  readonly refs: ObjectRef;
  readonly history: readonly Revision[];
  readonly to: number;
}) {
  const now = history.at(-1)?.object;
  const then = history[to]?.object;
  const [tried, setTried] = useState<{ readonly to: number; readonly error?: unknown; readonly made?: KubeObject }>();
  if (now === undefined || then === undefined) return null;
  const { resourceVersion = '', uid = '' } = now.metadata;
  const body = withoutManagedFields({ ...then, metadata: { ...then.metadata, resourceVersion, uid } });
  const call = (dryRun: boolean) =>
    ({ method: 'PUT', path: objectPath(refs), body, query: { dryRun: dryRun ? 'All' : undefined } }) as const;
  const send = (dryRun: boolean): void => {
    ask<KubeObject>(call(dryRun)).then(
      (made) => (dryRun ? setTried({ to, made }) : setQuery({ to: undefined, from: undefined })),
      (error: unknown) => setTried({ to, error }),
    );
  };
  const made = tried?.to === to ? tried.made : undefined;
  const isTried = made !== undefined;
  return (
    <div class="undo">
      {tried?.to === to && tried.error !== undefined && <ErrorBox error={tried.error} />}
      <div class="under-toolbar">
        <button type="button" class={isTried ? 'primary' : ''} onClick={() => send(!isTried)}>
          {isTried ? 'Write this state again' : 'Go back to this state (dry run)'}
        </button>
        {isTried && <span class="kept-words">The server would accept it: this is what it would change.</span>}
        <SameCall kubectl={`kubectl replace -f old.yaml${isTried ? '' : ' --dry-run=server'}`} call={call(!isTried)} />
      </div>
      {isTried && <DiffView before={now} after={made} label="What going back would change" />}
    </div>
  );
}
