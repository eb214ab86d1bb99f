import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { possibleFaults } from './injector.ts';
import { runFaults } from './run-faults.ts';

it('nothing that was acknowledged is lost, and every answer fits into one order, over each kind of fault', async () => {
  const report = await runFaults({
    seed: 7,
    writers: 4,
    program: fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)),
    goesOn: (faults) => faults < possibleFaults.length,
  });
  expect(report.violations).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
  expect([...report.faults.keys()]).toEqual(expect.arrayContaining(possibleFaults.map(({ name }) => name)));
});
