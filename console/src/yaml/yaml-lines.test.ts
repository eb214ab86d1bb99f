import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Json } from '../api/types.ts';
import { yamlLines, yamlText } from './yaml-lines.ts';

describe('the YAML of an object', () => {
  it('looks as kubectl writes it', () => {
    const object = {
      apiVersion: 'apps/v1',
      metadata: { name: 'web', annotations: {}, labels: { 'app.kubernetes.io/name': 'web', version: '1.0' } },
      spec: {
        replicas: 3,
        containers: [
          { name: 'a', image: 'nginx:1.27', args: ['-v', 'yes'] },
          { name: 'b', env: [] },
        ],
        matrix: [[1, 2], [{ a: null }]],
        script: 'echo one\necho two\n',
      },
    };
    expect(yamlText(object)).toBe(`apiVersion: apps/v1
metadata:
  name: web
  annotations: {}
  labels:
    app.kubernetes.io/name: web
    version: "1.0"
spec:
  replicas: 3
  containers:
  - name: a
    image: nginx:1.27
    args:
    - "-v"
    - "yes"
  - name: b
    env: []
  matrix:
  - - 1
    - 2
  - - a: null
  script: |
    echo one
    echo two
`);
  });
  it('knows of each line which value it shows', () => {
    const lines = yamlLines({ spec: { list: [{ name: 'a', port: 1 }], text: 'x\ny' } });
    expect(lines.map(({ path }) => path.join('.'))).toEqual([
      'spec',
      'spec.list',
      'spec.list.0.name',
      'spec.list.0.port',
      'spec.text',
      'spec.text',
      'spec.text',
    ]);
  });
  it('says what the object says, whatever is in it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        // The reader makes a number of -0, which JSON has no word for.
        const meant = JSON.parse(JSON.stringify(value)) as Json;
        expect(parse(yamlText(meant))).toEqual(meant);
      }),
    );
  });
  it.each([
    '1e3',
    '0x1f',
    '12:30',
    '2024-01-01',
    '.5',
    'a: b',
    '#c',
    '- d',
    '<<',
    '',
    ' ',
    '@x',
    '`',
    '!t',
    '&a',
    '*a',
  ])('keeps the text %j a text', (text) => {
    expect(parse(yamlText({ text, [text]: [text] }))).toEqual({ text, [text]: [text] });
  });
});
