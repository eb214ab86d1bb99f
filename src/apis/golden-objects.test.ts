import { describe, expect, it } from 'vitest';
import { checkConversion, checkEncodings, isConverted, versions } from './testing/golden-checks.ts';
import { readGoldenObjects } from './testing/golden-objects.ts';

const golden = readGoldenObjects();

describe('golden objects', () => {
  it('are there for every kind in every version', () => {
    expect(golden.map(({ name }) => name).sort()).toEqual([...versions.keys()].sort());
  });

  it.each(golden)('$name is the same in JSON and in protobuf as ever', checkEncodings);

  it.each(golden.filter(isConverted))('$name goes through its hub without loss', checkConversion);
});
