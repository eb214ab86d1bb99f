import type { Column } from '#machinery';
import { builtin, column, nameColumn } from '#resource';
import type { Types } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

type ComponentStatus = Types['ComponentStatus'];

const health = ({ conditions }: ComponentStatus) => conditions?.find(({ type }) => type === 'Healthy');

const columns: readonly Column<ComponentStatus>[] = [
  nameColumn,
  column('Status', 'Whether it is healthy.', (component) => {
    const is = health(component)?.status;
    return is === undefined ? 'Unknown' : is === 'True' ? 'Healthy' : 'Unhealthy';
  }),
  column('Message', 'What it says of itself.', (component) => health(component)?.message ?? ''),
  column('Error', 'What is wrong with it.', (component) => health(component)?.error ?? ''),
];

/** The health of components apart from this server, of which there are none: the list stays empty. */
export const componentStatuses = builtin({
  group: '',
  version: 'v1',
  kind: 'ComponentStatus',
  resource: 'componentstatuses',
  shortNames: ['cs'],
  namespaced: false,
  deprecated: { v1: 'v1 ComponentStatus is deprecated in v1.19+' },
  type: coreV1.type('ComponentStatus'),
  verbs: ['get', 'list'],
  alwaysEmpty: true,
  columns,
});
