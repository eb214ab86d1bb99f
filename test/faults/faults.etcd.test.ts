import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { whyNoEtcd } from '../../src/storage/testing/etcd.ts';
import { etcdFaults } from './etcd-faults.ts';
import { runEtcdFaults } from './run-etcd-faults.ts';

it.skipIf(whyNoEtcd() !== undefined)('three servers on three members lose nothing and tell the same', async () => {
  const report = await runEtcdFaults({
    seed: 11,
    writers: 4,
    program: fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)),
    faults: etcdFaults,
    spans: { fault: 500, pause: 200 },
    goesOn: (faults) => faults < etcdFaults.length,
  });
  expect(report.violations).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
  expect([...report.faults.keys()]).toEqual(etcdFaults.map(({ name }) => name));
});
