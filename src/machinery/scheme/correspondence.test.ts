import { describe, expect, it } from 'vitest';
import { describeTypes } from '#schema';
import { correspondenceFaults } from './correspondence.ts';

const described = (goPackage: string, text: string) =>
  describeTypes({ package: `com.example.${goPackage}`, goPackage }, text).type('Root');

const faults = (from: string, to: string): readonly string[] =>
  correspondenceFaults(described('old', from), described('new', to));

describe('two types correspond', () => {
  it.each([
    ['with the same fields in another order', 'Root\n  1 a string\n  2 b int32', 'Root\n  5 b int32\n  1 a string'],
    ['with fields of structs that stand inline', 'Root\n  1 i In inline\nIn\n  1 a string', 'Root\n  1 a string'],
    ['that contain themselves', 'Root\n  1 next Root?', 'Root\n  1 next Root?'],
    ['where a value becomes a pointer', 'Root\n  1 a int32', 'Root\n  1 a int32?'],
  ])('%s', (_, from, to) => {
    expect(faults(from, to)).toEqual([]);
  });
});

describe('two types do not correspond', () => {
  it.each([
    [
      'where a pointer becomes a value',
      'Root\n  1 a int32?',
      'Root\n  1 a int32',
      "a: what is unset and what is zero would become the same; write it in 'set'",
    ],
    [
      'where the type is another',
      'Root\n  1 a {[string]}',
      'Root\n  1 a {[int32]}',
      "a{}[]: string does not become int32 by itself; write it in 'set'",
    ],
    [
      'where a list becomes a value',
      'Root\n  1 a [string]',
      'Root\n  1 a string',
      "a: list does not become string by itself; write it in 'set'",
    ],
    [
      'where a field is missing deep inside of a type that contains itself',
      'Root\n  1 next [Root]\n  2 part Part\nPart\n  1 a string\n  2 b string',
      'Root\n  1 next [Root]\n  2 part Part\nPart\n  1 a string',
      "part.b: new.Part has no such field; list it in 'lost', or read it in a function of 'set' and list it in 'reads'",
    ],
  ])('%s', (_, from, to, fault) => {
    expect(new Set(faults(from, to).map((one) => one.replace(/^next\[\]\./, '')))).toEqual(new Set([fault]));
  });
});
