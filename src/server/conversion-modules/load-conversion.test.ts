import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { loadConversion } from './load-conversion.ts';

const example = (path: string): string => resolve(import.meta.dirname, '../../../examples', path);
const metadata = { name: 'a' };

it('a package made with the toolkit converts by its own conversions', async () => {
  const convert = await loadConversion(example('versioned-api/deployments.ts'), 'deployments.apps.example.com');
  const spec = { rollbackTo: { revision: 3 }, selector: { matchLabels: { a: 'b' } } };
  const old = { apiVersion: 'apps.example.com/v1beta1', kind: 'Deployment', metadata, spec };
  const made = await convert(structuredClone(old), 'v1');
  expect(made).toMatchObject({ apiVersion: 'apps.example.com/v1', spec: { selector: spec.selector } });
  expect(JSON.stringify(made.metadata)).toContain('"3"');
  expect(await convert(made, 'v1beta1')).toMatchObject({ apiVersion: old.apiVersion, spec });
});

it('a module that exports convert converts by it', async () => {
  const convert = await loadConversion(example('conversion-webhook/convert.mjs'), 'crontabs.example.com');
  const old = { apiVersion: 'example.com/v1beta1', kind: 'CronTab', metadata, hostPort: 'h:1' };
  expect(await convert(old, 'v1')).toEqual({
    apiVersion: 'example.com/v1',
    kind: 'CronTab',
    metadata,
    host: 'h',
    port: '1',
  });
});
