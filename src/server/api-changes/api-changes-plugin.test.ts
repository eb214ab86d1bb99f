import { expect, it } from 'vitest';
import type { AdmissionRequest } from '#admission';
import { exampleDefinition } from '#compat';
import type { World } from '#meta';
import { apiChangesPlugin } from './api-changes-plugin.ts';

const text = { type: 'string', description: 'A text.' };
const [old, next] = [exampleDefinition({ spec: { color: text } }), exampleDefinition({ spec: { size: text } })];

function ask(mode: 'off' | 'warn', stored: boolean) {
  const said: string[] = [];
  const world = { log: { info: (message: string) => said.push(message) } } as unknown as World;
  const plugin = apiChangesPlugin({ mode, world, hasObjects: async () => stored });
  const request = {
    name: 'a',
    dryRun: true,
    warn: (warning: string) => said.push(warning),
    objectIn: () => next,
    oldObjectIn: () => old,
  };
  return { said, check: async () => plugin.check?.(request as unknown as AdmissionRequest) };
}

it('mentions the option once when a definition with stored objects changes', async () => {
  const { said, check } = ask('off', true);
  await check();
  await check();
  expect(said).toEqual([
    'a definition with stored objects changed; --api-changes warn tells whom such a change breaks',
  ]);
});
it('says nothing when no objects are stored', async () => {
  const { said, check } = ask('off', false);
  await check();
  expect(said).toEqual([]);
});
it('warns of each finding', async () => {
  const { said, check } = ask('warn', true);
  await check();
  expect(said).toEqual([expect.stringContaining('spec.color')]);
});
