import { askPinnace } from '../../api/pinnace-paths.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { useAsk } from '../../components/use-ask.ts';
import { readMigrations } from '../migration/migration-record.ts';
import { SchemaChanges } from './schema-versions.tsx';
import { type DefinitionChange, type TimelineEntry, timelineOf } from './timeline.ts';
import type { ResourceReport } from './version-report.ts';

interface DefinitionTimelineProps {
  readonly report: ResourceReport;
  /** When the definition was created. */
  readonly created: string | undefined;
}

/** What became of a definition and of its objects, the last first, each change with what it broke and how schemas differ. */
export function DefinitionTimeline({ report, created }: DefinitionTimelineProps) {
  const { name, lastMigration } = report;
  const call = { path: `/pinnace/definition-changes/${encodeURIComponent(name)}` };
  const { value, error } = useAsk(`changes ${name} ${created} ${lastMigration}`, async (signal) => {
    const [record, migrations] = await Promise.all([
      askPinnace<{ readonly changes: readonly DefinitionChange[] }>(call, signal),
      readMigrations(signal).catch(() => []),
    ]);
    const own = (migrations ?? []).filter(
      ({ spec: { resource } }) => resource.group === report.group && resource.resource === report.resource,
    );
    return timelineOf({ changes: record?.changes ?? [], migrations: own, lastMigration, created });
  });
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title">Timeline</h2>
      <SameCall kubectl={`pinnace crd history ${name}`} call={call} />
      {error !== undefined && <ErrorBox error={error} />}
      {value === undefined && error === undefined && <Loading what="the changes" />}
      {value?.length === 0 && (
        <Empty title="No change is on record.">A change of the definition is told here, with what it breaks.</Empty>
      )}
      {value !== undefined && value.length > 0 && (
        <ol class="timeline">
          {value.map((entry, at) => (
            <Entry key={`${entry.time} ${at}`} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ entry }: { readonly entry: TimelineEntry }) {
  const { findings, steps, time, by, schemas, isCut, kind } = entry;
  const isBreaking = findings.some(({ severity }) => severity === 'error');
  return (
    <li class={isBreaking ? 'breaking' : kind}>
      <p class="timeline-steps">
        {steps.map((step) => (
          <span key={step}>{step}</span>
        ))}
      </p>
      <p class="soft">
        <time dateTime={time}>{time.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}</time>
        {by !== undefined && ` by ${by}`}
      </p>
      {kind === 'change' && <Report findings={findings} />}
      {schemas.map(({ title, changes }) => (
        <details key={title} open={changes.length <= FEW}>
          <summary>
            Schema of {title}: {changes.length} {changes.length === 1 ? 'field differs' : 'fields differ'}
          </summary>
          <SchemaChanges changes={changes} />
        </details>
      ))}
      {isCut && <p class="soft">The schemas differ by more than the record keeps.</p>}
    </li>
  );
}

/** So few are shown without being asked for. */
const FEW = 8;

/** What the compatibility check says of a change. */
function Report({ findings }: Pick<TimelineEntry, 'findings'>) {
  if (findings.length === 0) {
    return (
      <p>
        <span class="badge good">compatible</span> <span class="soft">the check found nobody whom it breaks</span>
      </p>
    );
  }
  return (
    <ul class="findings" aria-label="Compatibility report">
      {findings.map((finding) => (
        <li key={`${finding.rule} ${finding.text}`}>
          <span class={finding.severity === 'error' ? 'badge bad' : 'badge warn'}>{finding.severity}</span>
          <span>{finding.text}</span>
        </li>
      ))}
    </ul>
  );
}
