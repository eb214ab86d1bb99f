import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiErrors, fieldErrors, path } from '#meta';

type Table = typeof apiErrors;
type Samples = { readonly [name in keyof Table]: Parameters<Table[name]> };

const widgets = { group: 'example.com', resource: 'widgets' };

/** One call of each error. A new error does not compile here until it is tried, and then needs its row. */
const samples: Samples = {
  badRequest: ['no such field'],
  unauthorized: [],
  forbidden: [widgets, 'a', 'not allowed'],
  notFound: [widgets, 'a'],
  pathNotFound: [],
  methodNotAllowed: [],
  methodNotSupported: [widgets, 'watch'],
  noRepresentation: [['application/json']],
  notAcceptable: [['application/json']],
  alreadyExists: [widgets, 'a'],
  generatedNameExists: [widgets, 'a', 1],
  applyConflict: ['Apply failed', [], 'force it'],
  conflict: [widgets, 'a', 'it changed'],
  expired: ['too old'],
  requestEntityTooLarge: ['limit is 1'],
  patchTypeUnknown: [],
  unsupportedMediaType: ['only JSON'],
  invalid: [{ group: 'example.com', kind: 'Widget' }, 'a', [fieldErrors.required(path('spec'), '')]],
  rejected: [],
  tooManyRequests: ['wait', 1],
  internal: ['it broke'],
  serverTimeout: [widgets, 'list', 1],
  plain: [500, 'as it is'],
  serviceUnavailable: ['not yet'],
  insufficientStorage: ['the disk is full'],
  requestTimeout: [],
  timeout: ['too late', 1],
};

const page = readFileSync(new URL('../docs/reference/errors.md', import.meta.url), 'utf8');
const rows = new Map(
  [...page.matchAll(/^\| `(\w+)` \| (\w+) \| (\w*) ?\| `(.+?)` \| (.+) \|$/gm)].map(([, name, ...cells]) => [
    name,
    cells,
  ]),
);

describe('the page about errors', () => {
  it('has a row for each error of the table, and no other', () => {
    expect([...rows.keys()]).toEqual(Object.keys(apiErrors));
  });

  it.each(Object.keys(samples) as (keyof Table)[])('tells code, reason and message of %s', (name) => {
    const make = apiErrors[name] as (...args: readonly unknown[]) => ReturnType<Table['unauthorized']>;
    const { code, reason, message } = make(...samples[name]);
    const [saidCode = '', saidReason, pattern = ''] = rows.get(name) ?? [];
    if (saidCode !== 'any') expect(String(code)).toBe(saidCode);
    expect(reason).toBe(saidReason);
    expect(message).toMatch(asPattern(pattern));
  });
});

/** `<…>` stands for anything. */
function asPattern(text: string): RegExp {
  const parts = text.split(/<[^>]*>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
