import { useState } from 'preact/hooks';
import { type ApiCall, send } from '../../api/call.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import {
  type MigrationProgress,
  type MigrationState,
  PAUSED,
  type StorageVersionMigration,
  stateOf,
} from './migration-record.ts';

interface MigrationCardProps {
  readonly migration: StorageVersionMigration;
  readonly path: string;
  readonly progress: MigrationProgress | undefined;
  readonly again: () => void;
}

const badges: Readonly<Record<MigrationState, string>> = {
  succeeded: 'badge good',
  failed: 'badge bad',
  paused: 'badge warn',
  running: 'badge accent',
  waiting: 'badge',
};

/** One migration: how far it is, what failed, and how to hold it. */
export function MigrationCard({ migration, path, progress, again }: MigrationCardProps) {
  const { metadata, spec, status } = migration;
  const state = stateOf(migration);
  const failed = status?.conditions?.find(({ type, status: is }) => type === 'Failed' && is === 'True');
  return (
    <div class="panel panel-pad stack">
      <p>
        <strong>{metadata.name}</strong> <span class={badges[state]}>{state}</span>{' '}
        <span class="soft">
          {spec.resource.resource}
          {spec.resource.group !== '' && `.${spec.resource.group}`}
        </span>
      </p>
      {progress !== undefined && <Progress progress={progress} isOver={state === 'succeeded' || state === 'failed'} />}
      {failed?.message !== undefined && <p class="server-words">{failed.message}</p>}
      {(state === 'running' || state === 'paused' || state === 'waiting') && (
        <Hold migration={migration} path={path} isHeld={state === 'paused'} again={again} />
      )}
    </div>
  );
}

const MOST_FAILURES = 10;

function Progress({ progress, isOver }: { readonly progress: MigrationProgress; readonly isOver: boolean }) {
  const { done, total, rewritten, failed, perSecond, secondsLeft, waitsFor, failures } = progress;
  return (
    <>
      <progress max={Math.max(total, 1)} value={done} aria-label="Objects that were dealt with" />
      <p class="soft">
        {done} of {total}, {rewritten} written anew, {failed} failed
        {!isOver && `, ${Math.round(perSecond)}/s`}
        {!isOver && secondsLeft !== undefined && `, ${Math.ceil(secondsLeft)} s left`}
      </p>
      {waitsFor !== undefined && <p>It waits: {waitsFor}</p>}
      {failures.length > 0 && (
        <ul class="causes">
          {failures.slice(0, MOST_FAILURES).map(({ namespace, name, reason }) => (
            <li key={`${namespace}/${name}`}>
              {namespace !== undefined && `${namespace}/`}
              {name}: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface HoldProps extends Omit<MigrationCardProps, 'progress'> {
  readonly isHeld: boolean;
}

function Hold({ migration, path, isHeld, again }: HoldProps) {
  const [error, setError] = useState<unknown>();
  const name = migration.metadata.name ?? '';
  const call: ApiCall = {
    method: 'PATCH',
    path: `${path}/${encodeURIComponent(name)}`,
    contentType: 'application/merge-patch+json',
    body: { metadata: { annotations: { [PAUSED]: isHeld ? null : 'true' } } },
  };
  const change = (): void => {
    send(call).then(() => {
      setError(undefined);
      again();
    }, setError);
  };
  return (
    <>
      <div class="actions">
        <button type="button" onClick={change}>
          {isHeld ? 'Resume' : 'Pause'}
        </button>
        <SameCall
          kubectl={`kubectl annotate storageversionmigration ${name} ${PAUSED}${isHeld ? '-' : '=true'}`}
          call={call}
        />
      </div>
      {error !== undefined && <ErrorBox error={error} />}
    </>
  );
}
