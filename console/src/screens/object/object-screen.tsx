import type { ComponentType } from 'preact';
import { CORE, listPage, type ObjectRef, objectOfPage, objectPage } from '../../api/resource-path.ts';
import { lazyView } from '../../app/lazy-view.tsx';
import { href } from '../../app/router.ts';
import { Tabs } from '../../components/tabs.tsx';
import type { ScreenProps } from '../screen.ts';

export interface ObjectViewProps {
  readonly refs: ObjectRef;
  readonly query: URLSearchParams;
}

interface View {
  readonly name: string;
  readonly label: string;
  readonly view: ComponentType<ObjectViewProps>;
}

const views: readonly View[] = [
  { name: '', label: 'YAML', view: lazyView(() => import('./yaml/yaml-tab.tsx')) },
  { name: 'versions', label: 'Versions', view: lazyView(() => import('./versions/versions-tab.tsx')) },
  { name: 'ownership', label: 'Ownership', view: lazyView(() => import('./ownership/ownership-tab.tsx')) },
  { name: 'history', label: 'History', view: lazyView(() => import('./history/history-tab.tsx')) },
];

/** One object, seen in several ways. */
export default function ObjectScreen({ params, query }: ScreenProps) {
  const refs = objectOfPage(params);
  const chosen = views.find(({ name }) => name === (params.tab ?? '')) ?? (views[0] as View);
  const tabs = views.map(({ name, label }) => ({ name, label, href: href(objectPage(refs, name)) }));
  const Chosen = chosen.view;
  return (
    <>
      <header class="page-head">
        <nav class="crumbs" aria-label="Place">
          <a href={href('/objects')}>Objects</a>
          <span>/</span>
          <span>{refs.group === '' ? refs.version : `${refs.group}/${refs.version}`}</span>
          <span>/</span>
          <a href={href(listPage(refs))}>{refs.resource}</a>
          {refs.namespace !== undefined && (
            <>
              <span>/</span>
              <a
                href={href(`/objects/${refs.group || CORE}/${refs.version}/${refs.resource}`, {
                  namespace: refs.namespace,
                })}
              >
                {refs.namespace}
              </a>
            </>
          )}
        </nav>
        <h1>{refs.name}</h1>
      </header>
      <Tabs tabs={tabs} current={chosen.name} label="Views of the object" />
      <Chosen key={JSON.stringify(refs)} refs={refs} query={query} />
    </>
  );
}
