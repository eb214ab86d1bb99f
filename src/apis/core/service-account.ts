import { builtin } from '../builtin.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { coreV1 } from './v1/types.ts';

export const serviceAccounts = builtin({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  resource: 'serviceaccounts',
  shortNames: ['sa'],
  namespaced: true,
  type: coreV1.type('ServiceAccount'),
  columns: [nameColumn, ageColumn],
});
