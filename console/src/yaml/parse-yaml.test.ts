import { describe, expect, it } from 'vitest';
import { parseYaml, pathOf } from './parse-yaml.ts';

const text = `spec:
  list:
  - name: a
    port: 1
  labels: {}
`;

describe('a text that somebody edits', () => {
  it('knows where a field of an error is, or what is around it', async () => {
    const parsed = await parseYaml(text);
    if (!('lineOf' in parsed)) throw new Error('it is an object');
    expect(parsed.value).toEqual({ spec: { list: [{ name: 'a', port: 1 }], labels: {} } });
    expect(parsed.lineOf('spec.list[0].port')).toBe(4);
    expect(parsed.lineOf('spec.list[0].absent')).toBe(3);
    expect(parsed.lineOf('')).toBe(1);
  });
  it('tells the line of what cannot be read', async () => {
    expect(await parseYaml('a: b\nc: [')).toMatchObject({ marks: [{ line: expect.any(Number) }] });
    expect(await parseYaml('- a')).toEqual({ marks: [{ line: 1, message: 'This is no object.' }] });
  });
  it('reads the names of fields', () => {
    expect(pathOf('metadata.annotations["a.b/c"]')).toEqual(['metadata', 'annotations', 'a.b/c']);
    expect(pathOf('metadata.labels[a.b/c]')).toEqual(['metadata', 'labels', 'a.b/c']);
    expect(pathOf('spec.list[2].name')).toEqual(['spec', 'list', 2, 'name']);
  });
});
