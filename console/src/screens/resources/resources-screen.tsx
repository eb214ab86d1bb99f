import { type ServedResource, servedResources } from '../../api/discovery.ts';
import { listPage } from '../../api/resource-path.ts';
import { href, navigate } from '../../app/router.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { useAsk } from '../../components/use-ask.ts';
import { VirtualTable } from '../../components/virtual-table.tsx';
import type { ScreenProps } from '../screen.ts';
import { matchingResources } from './matching-resources.ts';

/** All resources that the server has: where one begins to look for objects. */
export default function ResourcesScreen({ query }: ScreenProps) {
  const { value, error } = useAsk('resources', () => servedResources({ refresh: true }));
  const text = query.get('search') ?? '';
  return (
    <>
      <header class="page-head">
        <h1>Objects</h1>
        <SameCall kubectl="kubectl api-resources" call={{ path: '/apis' }} />
      </header>
      <div class="toolbar">
        <SearchBox label="Search resources" hint="Search by name, kind, group or short name" text={text} />
      </div>
      {error !== undefined && <ErrorBox error={error} />}
      {value === undefined ? (
        error === undefined && <Loading what="resources" />
      ) : (
        <Resources all={value} text={text} />
      )}
    </>
  );
}

const columns = [
  { name: 'Resource', width: 'minmax(26ch, 2fr)' },
  { name: 'Kind', width: 'minmax(22ch, 1.5fr)' },
  { name: 'Group', width: 'minmax(24ch, 1.5fr)' },
  { name: 'Versions', width: 'minmax(16ch, 1fr)' },
  { name: 'Scope', width: '14ch' },
];

function Resources({ all, text }: { readonly all: readonly ServedResource[]; readonly text: string }) {
  const found = matchingResources(all, text);
  if (found.length === 0) {
    return <Empty title={`No resource is called “${text}”.`}>Names, kinds, groups and short names are searched.</Empty>;
  }
  return (
    <VirtualTable
      label="Resources"
      columns={columns}
      count={found.length}
      onOpen={(at) => navigate(addressOf(found[at] as ServedResource))}
      rowAt={(at) => {
        const one = found[at] as ServedResource;
        return { key: `${one.resource}.${one.group}`, cells: cellsOf(one) };
      }}
    />
  );
}

const addressOf = (one: ServedResource): string => href(listPage({ ...one, version: one.versions[0] ?? '' }));

function cellsOf(one: ServedResource) {
  return [
    <>
      <a href={addressOf(one)} tabIndex={-1}>
        {one.resource}
      </a>{' '}
      <span class="soft">{one.shortNames.join(', ')}</span>
    </>,
    one.kind,
    one.group === '' ? <span class="soft">core</span> : one.group,
    one.versions.join(', '),
    one.namespaced ? 'Namespaced' : 'Cluster',
  ];
}
