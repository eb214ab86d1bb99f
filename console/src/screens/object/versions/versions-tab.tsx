import './versions.css';
import { useState } from 'preact/hooks';
import { findServed, type ServedResource } from '../../../api/discovery.ts';
import { setQuery } from '../../../app/router.ts';
import { ErrorBox } from '../../../components/error-box.tsx';
import { Loading } from '../../../components/states.tsx';
import { useAsk } from '../../../components/use-ask.ts';
import { useObject } from '../../../components/use-object.ts';
import type { ObjectViewProps } from '../object-screen.tsx';
import { EditVersion } from './edit-version.tsx';
import { type ObjectVersions, readVersions } from './read-versions.ts';
import { VersionGrid } from './version-grid.tsx';

/** The object in every version that is served, side by side. */
export default function VersionsTab({ refs, query }: ObjectViewProps) {
  const { object, error } = useObject(refs);
  const served = useAsk(`${refs.group}/${refs.resource}`, () => findServed(refs));
  const revision = object?.metadata.resourceVersion ?? '';
  const [last, setLast] = useState<ObjectVersions>();
  const versions = served.value?.versions ?? [];
  const read = useAsk(`${revision} ${versions.join()}`, async (signal) => {
    if (versions.length === 0) return undefined;
    const found = await readVersions(refs, versions, signal);
    setLast(found);
    return found;
  });
  // While the next state is read the former one is shown.
  const shown = read.value ?? last;
  const failed = served.error ?? read.error ?? (shown === undefined ? error : undefined);
  if (failed !== undefined) return <ErrorBox error={failed} />;
  if (shown === undefined || served.value === undefined) return <Loading what="the versions" />;
  return <Shown refs={refs} query={query} served={served.value} versions={shown} />;
}

interface ShownProps extends ObjectViewProps {
  readonly served: ServedResource;
  readonly versions: ObjectVersions;
}

function Shown({ refs, query, served, versions }: ShownProps) {
  const edited = versions.columns.find(({ version }) => version === query.get('edit'));
  if (edited?.object !== undefined) {
    return (
      <EditVersion
        key={edited.version}
        refs={{ ...refs, version: edited.version }}
        object={edited.object}
        versions={versions}
        leave={() => setQuery({ edit: undefined })}
      />
    );
  }
  return (
    <>
      {served.versions.length < 2 && (
        <p class="hint">
          {served.kind} has one version, {served.versions[0]}. With several, each is a column here, and what corresponds
          stands side by side.
        </p>
      )}
      <VersionGrid refs={refs} served={served} versions={versions} edit={(version) => setQuery({ edit: version })} />
    </>
  );
}
