import { useState } from 'preact/hooks';
import { servedResources } from '../../api/discovery.ts';
import { href } from '../../app/router.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { Switch } from '../../components/switch.tsx';
import { useAsk } from '../../components/use-ask.ts';
import type { ScreenProps } from '../screen.ts';
import { type Atlas, type AtlasCell, atlasOf, chosenGroups, type GroupRow, type ResourceRow } from './atlas.ts';
import { CellView } from './cell-view.tsx';
import { readClients, readReports, VERSIONS_PATH } from './version-report.ts';
import './atlas.css';

/** All groups and their versions: what is served, what is stored, and who uses it. */
export default function AtlasScreen({ query }: ScreenProps) {
  const { value, error } = useAsk('atlas', readAtlas);
  return (
    <>
      <header class="page-head">
        <h1>API atlas</h1>
        <SameCall kubectl="pinnace crd versions" call={{ path: VERSIONS_PATH }} />
      </header>
      <Toolbar query={query} />
      {error !== undefined && <ErrorBox error={error} />}
      {value === undefined ? (
        error === undefined && <Loading what="the APIs of the server" />
      ) : (
        <AtlasTable atlas={value.atlas} isTold={value.isTold} query={query} />
      )}
    </>
  );
}

async function readAtlas(signal: AbortSignal): Promise<{ readonly atlas: Atlas; readonly isTold: boolean }> {
  const [served, reports, clients] = await Promise.all([
    servedResources({ refresh: true }),
    readReports(signal),
    readClients(signal),
  ]);
  return { atlas: atlasOf({ served, reports, clients }), isTold: reports !== undefined };
}

function Toolbar({ query }: Pick<ScreenProps, 'query'>) {
  return (
    <div class="toolbar">
      <SearchBox label="Search resources" hint="Group, resource, kind or version" text={query.get('search') ?? ''} />
      <Switch query={query} name="several" label="Several versions" />
      <Switch query={query} name="custom" label="Custom only" />
    </div>
  );
}

interface AtlasTableProps extends Pick<ScreenProps, 'query'> {
  readonly atlas: Atlas;
  /** The server tells more than what is served. */
  readonly isTold: boolean;
}

/** With so few groups left there is no reason to hide what is in them. */
const FEW = 3;
/** One's own are what one comes for; many of them are too much at once. */
const FEW_CUSTOM = 12;

function AtlasTable({ atlas, isTold, query }: AtlasTableProps) {
  const groups = chosenGroups(atlas, {
    search: query.get('search') ?? '',
    customOnly: query.get('custom') === 'yes',
    severalOnly: query.get('several') === 'yes',
  });
  if (groups.length === 0) return <Empty title="No resource fits." />;
  const custom = groups.flatMap(({ resources }) => resources.filter(({ isCustom }) => isCustom)).length;
  const isOpenAtFirst = ({ resources }: GroupRow): boolean =>
    groups.length <= FEW || (custom <= FEW_CUSTOM && resources.some(({ isCustom }) => isCustom));
  const used = atlas.versions.filter((version) => groups.some(({ cells }) => cells.has(version)));
  return (
    <>
      <Legend isTold={isTold} />
      <section class="atlas-scroll" aria-label="Groups and versions" tabIndex={0}>
        <table class="atlas">
          <thead>
            <tr>
              <th scope="col">Group</th>
              {used.map((version) => (
                <th scope="col" key={version}>
                  {version}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <Group
              key={`${group.group} ${isOpenAtFirst(group)}`}
              group={group}
              versions={used}
              open={isOpenAtFirst(group)}
            />
          ))}
        </table>
      </section>
    </>
  );
}

function Legend({ isTold }: { readonly isTold: boolean }) {
  if (!isTold) {
    return <p class="soft">This server does not tell in which versions objects lie, or you may not read it.</p>;
  }
  return (
    <p class="soft legend">
      <span class="badge accent">stored</span> new writes lie in it <span class="badge warn">deprecated</span> whoever
      uses it is warned. Requests are those of the last hour, without the console’s own.
    </p>
  );
}

interface GroupProps {
  readonly group: GroupRow;
  readonly versions: readonly string[];
  readonly open: boolean;
}

function Group({ group, versions, open }: GroupProps) {
  const [isOpen, setOpen] = useState(open);
  const { resources } = group;
  const count = `${resources.length} ${resources.length === 1 ? 'resource' : 'resources'}`;
  return (
    <tbody>
      <tr class="atlas-group">
        <th scope="row">
          <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <span class="twist" aria-hidden="true">
              {isOpen ? '▾' : '▸'}
            </span>
            <span class="group-name">{group.group === '' ? 'core' : group.group}</span>
            <span class="soft">{count}</span>
          </button>
        </th>
        <Cells cells={group.cells} versions={versions} isGroup={true} />
      </tr>
      {isOpen && resources.map((row) => <Resource key={row.name} row={row} versions={versions} />)}
    </tbody>
  );
}

function Resource({ row, versions }: { readonly row: ResourceRow; readonly versions: readonly string[] }) {
  return (
    <tr>
      <th scope="row" class="atlas-resource">
        <a href={href(`/atlas/${encodeURIComponent(row.name)}`)}>{row.resource}</a> <span class="soft">{row.kind}</span>{' '}
        {row.waiting > 0 && <span class="badge warn">{row.waiting} not in the stored version</span>}
      </th>
      <Cells cells={row.cells} versions={versions} isGroup={false} />
    </tr>
  );
}

interface CellsProps {
  readonly cells: ReadonlyMap<string, AtlasCell>;
  readonly versions: readonly string[];
  readonly isGroup: boolean;
}

function Cells({ cells, versions, isGroup }: CellsProps) {
  return (
    <>
      {versions.map((version) => (
        <td key={version}>
          <CellView cell={cells.get(version)} isGroup={isGroup} />
        </td>
      ))}
    </>
  );
}
