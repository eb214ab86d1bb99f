import { CopyButton } from '../../components/same-call.tsx';
import type { ApiClient, ResourceReport } from '../atlas/version-report.ts';
import { type RetireStep, retirable, retireSteps } from './retire-steps.ts';

interface RetireListProps {
  readonly reports: readonly ResourceReport[];
  readonly clients: readonly ApiClient[];
}

const MOST_SHOWN = 30;

/** Versions that could go, each with what is in the way. The steps themselves are taken by a command that asks before each. */
export function RetireList({ reports, clients }: RetireListProps) {
  const all = retirable(reports);
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="retire-title" class="stack">
      <h2 id="retire-title">Versions that could be retired</h2>
      {all.slice(0, MOST_SHOWN).map(({ report, old }) => {
        const steps = retireSteps(
          report,
          old,
          clients.filter(({ resource }) => resource === report.name),
        );
        return <Retire key={`${report.name} ${old.version}`} name={report.name} version={old.version} steps={steps} />;
      })}
      {all.length > MOST_SHOWN && (
        <p class="soft">
          And {all.length - MOST_SHOWN} more; <code>pinnace crd retire NAME VERSION --dry-run</code> tells of each.
        </p>
      )}
    </section>
  );
}

interface RetireProps {
  readonly name: string;
  readonly version: string;
  readonly steps: readonly RetireStep[];
}

function Retire({ name, version, steps }: RetireProps) {
  const command = `pinnace crd retire ${name} ${version}`;
  const left = steps.filter(({ isDone }) => !isDone).length;
  return (
    <details class="panel panel-pad">
      <summary>
        <strong>{version}</strong> of {name}{' '}
        <span class={left === 0 ? 'badge good' : 'badge'}>
          {left === 0 ? 'can be removed' : `${left} ${left === 1 ? 'step' : 'steps'} to go`}
        </span>
      </summary>
      <ol class="retire-steps">
        {steps.map(({ title, isDone, evidence }) => (
          <li key={title}>
            <span class={isDone ? 'badge good' : 'badge warn'}>{isDone ? 'done' : 'open'}</span> {title}{' '}
            <span class="soft">{evidence}</span>
          </li>
        ))}
      </ol>
      <p class="command">
        <code>{command}</code> <CopyButton text={command} what="the command" />
      </p>
    </details>
  );
}
