import { expect, it } from 'vitest';
import { tellsProgress } from './etcd-version.ts';

it.each(['3.4.31', '3.4.40', '3.5.13', '3.5.35', '3.6.0', '3.6.0-rc.1', '3.7.0', '4.0.0'])(
  '%s is believed',
  (version) => {
    expect(tellsProgress(version)).toBe(true);
  },
);

it.each(['3.4.0', '3.4.23', '3.4.30', '3.5.0', '3.5.12', '3.3.99', ''])('%s is not', (version) => {
  expect(tellsProgress(version)).toBe(false);
});
