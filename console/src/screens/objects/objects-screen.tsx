import './objects.css';
import { useState } from 'preact/hooks';
import { findServed, type ServedResource } from '../../api/discovery.ts';
import { CORE, type ResourceRef } from '../../api/resource-path.ts';
import { href } from '../../app/router.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { Loading } from '../../components/states.tsx';
import { useAsk } from '../../components/use-ask.ts';
import type { ScreenProps } from '../screen.ts';
import { LiveObjects } from './live-objects.tsx';
import { type Selection, SelectionBar } from './selection-bar.tsx';

/** The objects of one resource, as the server's own table shows them. */
export default function ObjectsScreen({ params, query }: ScreenProps) {
  const { group = CORE, version = '', resource = '' } = params;
  const ref: ResourceRef = { group: group === CORE ? '' : group, version, resource };
  const key = `${ref.group}/${version}/${resource}`;
  const { value: served, error } = useAsk(key, () => findServed(ref));
  const unknown = error === undefined && served === undefined;
  return (
    <>
      <header class="page-head">
        <nav class="crumbs" aria-label="Place">
          <a href={href('/objects')}>Objects</a>
          <span>/</span>
          <span>{ref.group === '' ? version : `${ref.group}/${version}`}</span>
        </nav>
        <div class="page-head-row">
          <h1>{resource}</h1>
          {served !== undefined && <Versions refs={ref} served={served} />}
        </div>
      </header>
      {error !== undefined && <ErrorBox error={error} />}
      {unknown && <Loading what={resource} />}
      {served !== undefined && <Selected key={key} refs={ref} served={served} query={query} />}
    </>
  );
}

/** The same objects can be listed in every version that is served. */
function Versions({ refs, served }: { readonly refs: ResourceRef; readonly served: ServedResource }) {
  if (served.versions.length < 2) return null;
  return (
    <span class="versions">
      {served.versions.map((version) => (
        <a
          key={version}
          class={version === refs.version ? 'badge accent' : 'badge'}
          aria-current={version === refs.version ? 'true' : undefined}
          href={href(`/objects/${refs.group || CORE}/${version}/${refs.resource}`)}
        >
          {version}
        </a>
      ))}
    </span>
  );
}

interface SelectedProps {
  readonly refs: ResourceRef;
  readonly served: ServedResource;
  readonly query: URLSearchParams;
}

function Selected({ refs, served, query }: SelectedProps) {
  const selection: Selection = {
    namespace: query.get('namespace') ?? '',
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
  };
  const [labels, setLabels] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map());
  return (
    <>
      <SelectionBar selection={selection} served={served} labels={labels} text={query.get('search') ?? ''} />
      <LiveObjects
        key={JSON.stringify(selection)}
        refs={refs}
        served={served}
        selection={selection}
        text={query.get('search') ?? ''}
        wide={query.get('wide') === '1'}
        tellLabels={setLabels}
      />
    </>
  );
}
