import { askPinnace } from '../../api/pinnace-paths.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { useAsk } from '../../components/use-ask.ts';

interface Finding {
  readonly severity: string;
  readonly rule: string;
  readonly version: string;
  readonly text: string;
}

interface DefinitionChange {
  readonly generation: number;
  readonly time: string;
  readonly user: string;
  readonly changed: readonly string[];
  readonly findings: readonly Finding[];
}

const pathOf = (name: string): string => `/pinnace/definition-changes/${encodeURIComponent(name)}`;

/** What became of a definition, the last change first, each with what it broke. */
export function DefinitionTimeline({ name }: { readonly name: string }) {
  const call = { path: pathOf(name) };
  const { value, error } = useAsk(`changes ${name}`, async (signal) => {
    const found = await askPinnace<{ readonly changes: readonly DefinitionChange[] }>(call, signal);
    return [...(found?.changes ?? [])].reverse();
  });
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title">Timeline</h2>
      <SameCall kubectl={`kubectl get --raw ${call.path}`} call={call} />
      {error !== undefined && <ErrorBox error={error} />}
      {value === undefined && error === undefined && <Loading what="the changes" />}
      {value?.length === 0 && (
        <Empty title="No change is on record.">A change of the definition is told here, with what it breaks.</Empty>
      )}
      {value !== undefined && value.length > 0 && (
        <ol class="timeline">
          {value.map((change) => (
            <Change key={`${change.time} ${change.generation}`} change={change} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Change({ change }: { readonly change: DefinitionChange }) {
  const { findings, changed, time, user, generation } = change;
  return (
    <li class={findings.some(({ severity }) => severity === 'error') ? 'breaking' : ''}>
      <p>
        <time dateTime={time}>{time.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}</time>{' '}
        <span class="soft">
          by {user}, generation {generation}
        </span>
      </p>
      <p>
        {changed.map((part) => (
          <span key={part}>
            <code>{part}</code>{' '}
          </span>
        ))}
      </p>
      {findings.length > 0 && (
        <ul class="findings">
          {findings.map((finding) => (
            <li key={`${finding.rule} ${finding.text}`}>
              <span class={finding.severity === 'error' ? 'badge bad' : 'badge warn'}>{finding.severity}</span>
              <span>{finding.text}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
