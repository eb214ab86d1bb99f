import { useEffect, useState } from 'preact/hooks';
import type { ObjectRef } from '../../../api/resource-path.ts';
import type { Json, KubeObject } from '../../../api/types.ts';
import { ErrorBox } from '../../../components/error-box.tsx';
import { Icon } from '../../../components/icon.tsx';
import { SameCall } from '../../../components/same-call.tsx';
import { YamlEditor } from '../../../components/yaml-editor.tsx';
import { yamlText } from '../../../yaml/yaml-lines.ts';
import { applyCall, exampleManifest, type FieldChange, type Trial, tryApply } from './try-apply.ts';

interface Outcome {
  readonly trial?: Trial;
  readonly error?: unknown;
}

const PAUSE_MS = 400;

/** A manifest that somebody thinks of applying, and what would become of it. Nothing is written. */
export function ApplyTrial({ refs, object }: { readonly refs: ObjectRef; readonly object: KubeObject }) {
  const [begun] = useState(() => yamlText(exampleManifest(object)));
  const [manifest, setManifest] = useState('');
  const [manager, setManager] = useState('console');
  const [open, setOpen] = useState(false);
  const outcome = useTrial(refs, object, { manifest: open ? manifest || begun : '', manager });
  const text = manifest || begun;
  return (
    <details class="trial panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>What would an apply do?</h2>
        <span class="soft">Paste a manifest: conflicts, and what force would take from whom. By dry run.</span>
      </summary>
      {open && (
        <div class="trial-body">
          <div class="trial-in">
            <label class="field">
              <span>Field manager</span>
              <input value={manager} onInput={(event) => setManager(event.currentTarget.value)} />
            </label>
            <YamlEditor label="Manifest to apply" text={begun} onChange={setManifest} />
          </div>
          <div class="trial-out" aria-live="polite">
            {outcome.error !== undefined && <ErrorBox error={outcome.error} />}
            {outcome.trial !== undefined && <TrialResult trial={outcome.trial} manager={manager} />}
            <SameCall
              kubectl={`kubectl apply --server-side --dry-run=server --field-manager ${manager} -f manifest.yaml`}
              call={applyCall(refs, text, { manager, force: false })}
            />
          </div>
        </div>
      )}
    </details>
  );
}

/** Asks when somebody has stopped typing, and again when the object has changed. */
function useTrial(refs: ObjectRef, before: KubeObject, wanted: { manifest: string; manager: string }): Outcome {
  const [outcome, setOutcome] = useState<Outcome>({});
  const { manifest, manager } = wanted;
  const { resourceVersion } = before.metadata;
  useEffect(() => {
    if (manifest === '' || manager === '') return undefined;
    const abort = new AbortController();
    const tell = (next: Outcome): void => {
      if (!abort.signal.aborted) setOutcome(next);
    };
    const timer = setTimeout(() => {
      tryApply(refs, { manifest, manager, before }, abort.signal).then(
        (trial) => tell({ trial }),
        (error: unknown) => tell({ error }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [manifest, manager, resourceVersion]);
  return outcome;
}

function TrialResult({ trial, manager }: { readonly trial: Trial; readonly manager: string }) {
  const { conflicts, taken, changed } = trial;
  if (conflicts.length === 0) {
    return (
      <>
        <p class="verdict kept-words">
          <Icon name="check" /> {manager} could apply this without a conflict.
        </p>
        <Changes title="No longer owned by others" changes={taken} />
        <Changes title="Would change" changes={changed} />
      </>
    );
  }
  return (
    <>
      <p class="verdict lost-words">
        <Icon name="warning" /> {conflicts.length} {conflicts.length === 1 ? 'conflict' : 'conflicts'}
      </p>
      <ul class="conflicts">
        {conflicts.map((conflict) => (
          <li key={`${conflict.field} ${conflict.with}`}>
            <code>{conflict.field}</code>
            <span>is owned by {conflict.with}</span>
          </li>
        ))}
      </ul>
      <Changes title="Force would take" changes={taken} />
      <Changes title="Would change besides" changes={changed} />
    </>
  );
}

function Changes({ title, changes }: { readonly title: string; readonly changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <table class="changes">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">From</th>
          <th scope="col">Now</th>
          <th scope="col">Would be</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, from, before, after }) => (
          <tr key={field}>
            <td>
              <code>{field}</code>
            </td>
            <td>{from.join(', ') || '–'}</td>
            <td>{valueText(before)}</td>
            <td>{valueText(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const valueText = (value: Json | undefined): string => (value === undefined ? '–' : JSON.stringify(value));
