import { describe, expect, it } from 'vitest';
import type { JsonObject, KubeObject } from '../../../api/types.ts';
import { lineText, pathKey } from '../../../yaml/yaml-lines.ts';
import { movesBetween } from './correspondence.ts';
import { type JoinedRow, joinVersions } from './joined-rows.ts';
import { lossesOf, missingIn } from './losses.ts';

const crontab = (version: string, spec: JsonObject): KubeObject => ({
  apiVersion: `stable.example.com/${version}`,
  kind: 'CronTab',
  metadata: { name: 'nightly' },
  spec,
});
const old = crontab('v1beta1', { copies: 2, cronSpec: '0 3 * * *', hostPort: 'example.com:2345', param: 'verbose' });
const recent = crontab('v1', {
  schedule: '0 3 * * *',
  scale: { replicas: 2 },
  host: 'example.com',
  port: '2345',
  params: ['verbose'],
});
const texts = (row: JoinedRow): string[] => row.map((cell) => (cell === undefined ? '' : lineText(cell.line).trim()));

describe('an object in its versions', () => {
  it('has what corresponds in one row, also where it has another name', () => {
    const rows = joinVersions([old, recent]).map(texts);
    expect(rows).toContainEqual(['cronSpec: 0 3 * * *', 'schedule: 0 3 * * *']);
    expect(rows).toContainEqual(['copies: 2', 'replicas: 2']);
    expect(rows).toContainEqual(['name: nightly', 'name: nightly']);
    expect(rows).toContainEqual(['param: verbose', '- verbose']);
    expect(rows).toContainEqual(['hostPort: example.com:2345', '']);
  });
  it('has all lines of each version, in their own order', () => {
    const rows = joinVersions([old, recent, old]);
    const column = (at: number) => rows.flatMap((row) => (row[at] === undefined ? [] : lineText(row[at].line)));
    expect(column(0)).toEqual(column(2));
    expect(column(0)).toHaveLength(9);
    expect(column(1)).toHaveLength(12);
  });
  it('shows of a value that became several where each is', () => {
    const moves = new Map([
      [
        pathKey(['spec', 'hostPort']),
        [
          ['spec', 'host'],
          ['spec', 'port'],
        ],
      ],
    ]);
    const rows = joinVersions([recent, old], [undefined, moves]);
    expect(rows.map(texts)).toContainEqual(['host: example.com', 'hostPort: example.com:2345']);
    const port = rows.find((row) => texts(row)[0] === 'port: "2345"');
    expect(port?.[0]?.elsewhere).toEqual([['spec', 'hostPort']]);
  });
  it('does not claim what the values do not tell', () => {
    const one = crontab('v1', { left: 1, right: 1 });
    const other = crontab('v2', { a: 1, b: 1 });
    expect(movesBetween(one, other).size).toBe(0);
  });
  it('lets names decide between equal values', () => {
    const one = crontab('v1', { minReplicas: 1, maxSurge: 1 });
    const other = crontab('v2', { limits: { surge: 1 }, replicas: { least: 1 } });
    const moves = movesBetween(one, other);
    expect(moves.get(pathKey(['spec', 'minReplicas']))).toEqual([['spec', 'replicas', 'least']]);
    expect(moves.get(pathKey(['spec', 'maxSurge']))).toEqual([['spec', 'limits', 'surge']]);
  });
});

describe('what is lost on the way back', () => {
  it('is what is gone or another one', () => {
    const after = crontab('v1beta1', { copies: 3, cronSpec: '0 3 * * *', param: 'verbose' });
    expect(lossesOf(old, after)).toEqual([
      { leaf: { path: ['spec', 'copies'], value: 2 }, becomes: 3 },
      { leaf: { path: ['spec', 'hostPort'], value: 'example.com:2345' } },
    ]);
  });
  it('may be what the other version has no counterpart of, where the server does not convert it back', () => {
    expect(missingIn(recent, old).map(({ leaf }) => leaf.path)).toEqual([['spec', 'hostPort']]);
  });
  it('is nothing that the server fills in', () => {
    const before = { ...old, metadata: { name: 'nightly', resourceVersion: '1', managedFields: [{ manager: 'a' }] } };
    expect(lossesOf(before, { ...before, apiVersion: 'x/v1', metadata: { name: 'nightly' } })).toEqual([]);
  });
});
