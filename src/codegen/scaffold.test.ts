import { describe, expect, it } from 'vitest';
import { conversion } from './generators/conversion.ts';
import { memoryFiles } from './project-files.ts';
import { type ScaffoldRequest, scaffold } from './scaffold.ts';
import { frobberFiles, gearConversions } from './testing/frobbers.ts';
import { notesOf } from './testing/generate.ts';
import { readFiles } from './testing/read-types.ts';

const request = (given: Partial<ScaffoldRequest>): ScaffoldRequest => ({
  what: 'kind',
  name: 'Frobber',
  api: 'api',
  group: undefined,
  version: undefined,
  from: undefined,
  ...given,
});

describe('a new kind', () => {
  it('is one that can be read, in a group that need not be there', () => {
    const { files } = scaffold(memoryFiles({}), request({ group: 'g.example.com', version: 'v1' }));
    const { groups } = readFiles(Object.fromEntries(files.map(({ path, text }) => [path, text])));
    expect(groups[0]?.versions[0]?.structs.map(({ name }) => name)).toEqual([
      'Frobber',
      'FrobberSpec',
      'FrobberStatus',
    ]);
  });

  it('is added to what is there', () => {
    const project = memoryFiles({ 'api/g.example.com/v1/types.ts': '// Types.\nexport interface A { a?: string }\n' });
    const [file] = scaffold(project, request({})).files;
    expect(file?.text).toMatch(
      /^\/\/ Types\.\nimport type .*\nexport interface A \{ a\?: string \}\n\n\/\*\*\n \* Frobber is …/,
    );
    expect(() => scaffold(memoryFiles({ 'api/g/v1/types.ts': file?.text ?? '' }), request({}))).toThrow(
      'has a Frobber already',
    );
  });
});

describe('a new version', () => {
  const project = memoryFiles({ ...frobberFiles, 'api/frob.example.com/v1/conversion.ts': gearConversions });
  const { files, notes } = scaffold(project, request({ what: 'version', name: 'v2beta1', from: 'v1' }));
  const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));

  it('begins as another one, with its conversions, and nothing is left to decide', () => {
    expect(texts['api/frob.example.com/v2beta1/types.ts']).toContain("apiVersion: 'frob.example.com/v2beta1';");
    expect(texts['api/frob.example.com/v2beta1/types.ts']).not.toContain('@storageversion');
    expect(texts['api/frob.example.com/v2beta1/conversion.ts']).toContain(
      'export function convertV2beta1GearToInternalGear(gear: v2beta1.Gear',
    );
    expect(notesOf(conversion, readFiles({ ...Object.fromEntries(project.texts), ...texts }))).toEqual([]);
  });

  it('says what to decide', () => {
    expect(notes).toContainEqual('decide when v2beta1 is stored: @storageversion stays with the version that has it');
  });
});

describe('what cannot be begun says what to write', () => {
  it.each([
    [{ name: 'frobber', group: 'g', version: 'v1' }, '"frobber": a kind is written in CamelCase'],
    [{ group: 'G', version: 'v1' }, '"G": a group is a domain name in lower case'],
    [{ group: 'g.example.com', version: '1' }, '"1": a version is like v1, v2beta1 or v1alpha1'],
    [{}, 'say --group; there are several groups in api'],
    [
      { what: 'version', name: 'v2', group: 'frob.example.com', from: 'v9' },
      'frob.example.com has no version v9; it has v1',
    ],
  ] as const)('%j', (given, message) => {
    const project = memoryFiles({ ...frobberFiles, 'api/other.example.com/v1/types.ts': '' });
    expect(() => scaffold(project, request(given))).toThrow(message);
  });
});
