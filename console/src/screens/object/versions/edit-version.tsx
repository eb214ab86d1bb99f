import { useState } from 'preact/hooks';
import { ask } from '../../../api/call.ts';
import { kubectlObject } from '../../../api/kubectl-command.ts';
import { type ObjectRef, objectPath } from '../../../api/resource-path.ts';
import type { KubeObject } from '../../../api/types.ts';
import { ErrorBox } from '../../../components/error-box.tsx';
import { SameCall } from '../../../components/same-call.tsx';
import { YamlEditor } from '../../../components/yaml-editor.tsx';
import { yamlText } from '../../../yaml/yaml-lines.ts';
import { changeMarks, withLost } from './change-marks.ts';
import { joinVersions } from './joined-rows.ts';
import { JoinedTable } from './joined-table.tsx';
import { dryRunPut, type ObjectVersions } from './read-versions.ts';
import { type Preview, usePreview } from './use-preview.ts';
import { worthReading } from './worth-reading.ts';

interface EditVersionProps {
  /** In the version that is edited. */
  readonly refs: ObjectRef;
  readonly object: KubeObject;
  readonly versions: ObjectVersions;
  readonly leave: () => void;
}

/** One version in an editor, and what the others would become, by dry run. */
export function EditVersion({ refs, object, versions, leave }: EditVersionProps) {
  const [begun] = useState(() => yamlText(worthReading(object)));
  const [text, setText] = useState(begun);
  const [saved, setSaved] = useState<{ readonly error?: unknown }>();
  const preview = usePreview(refs, object, text);
  const body = preview.sent ?? object;
  const save = (): void => {
    ask({ method: 'PUT', path: objectPath(refs), body }).then(leave, (error: unknown) => setSaved({ error }));
  };
  return (
    <>
      <div class="under-toolbar">
        <button type="button" class="primary" disabled={preview.object === undefined || text === begun} onClick={save}>
          Save {refs.version}
        </button>
        <button type="button" onClick={leave}>
          Cancel
        </button>
        <PreviewState preview={preview} changed={text !== begun} />
        <SameCall kubectl={kubectlObject('edit', refs)} call={dryRunPut(refs, body)} />
      </div>
      {saved?.error !== undefined && <ErrorBox error={saved.error} />}
      {preview.error !== undefined && <ErrorBox error={preview.error} />}
      <div class="edit-version">
        <section aria-label={`${refs.name} in ${refs.version}, to be edited`} class="edit-pane">
          <h2>{refs.version}</h2>
          <YamlEditor label={`${refs.name} in ${refs.version}`} text={begun} onChange={setText} marks={preview.marks} />
        </section>
        <Others refs={refs} versions={versions} preview={preview} />
      </div>
    </>
  );
}

function PreviewState({ preview, changed }: { readonly preview: Preview; readonly changed: boolean }) {
  const failed = preview.error !== undefined || preview.marks.length > 0;
  const words = failed
    ? 'refused'
    : !changed
      ? 'unchanged'
      : preview.object === undefined
        ? 'asking'
        : 'accepted by dry run';
  const tone = failed ? 'bad' : preview.object !== undefined && changed ? 'good' : '';
  return (
    <span class={`badge ${tone}`} role="status">
      {words}
    </span>
  );
}

interface OthersProps {
  readonly refs: ObjectRef;
  readonly versions: ObjectVersions;
  readonly preview: Preview;
}

function Others({ refs, versions, preview }: OthersProps) {
  const others = versions.columns.filter(({ version, object }) => version !== refs.version && object !== undefined);
  if (others.length === 0) return null;
  if (preview.object !== undefined && preview.others === undefined) {
    return (
      <p class="hint">
        The dry run was accepted. This server does not tell what the other versions would become before it is saved.
      </p>
    );
  }
  const now = (version: string): KubeObject =>
    (preview.others?.get(version)?.object ?? others.find((one) => one.version === version)?.object) as KubeObject;
  const before = others.map(({ object }) => worthReading(object as KubeObject));
  const after = others.map(({ version }) => worthReading(now(version)));
  const shown = after.map((object, at) => withLost(before[at] as KubeObject, object));
  const failed = [...(preview.others?.values() ?? [])].filter(({ error }) => error !== undefined);
  return (
    <div class="edit-others">
      {failed.map(({ version, error }) => (
        <ErrorBox key={version} error={error} title={`${version}: cannot be converted`} />
      ))}
      <JoinedTable
        heads={others.map(({ version }) => ({ version, head: <strong>{version}</strong>, plain: true }))}
        rows={joinVersions(shown)}
        marks={changeMarks(others.map(({ version }, at) => ({ version, before: before[at], after: after[at] })))}
        label="The other versions after the change"
      />
    </div>
  );
}
