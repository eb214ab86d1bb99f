import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { completed } from '../scripts/complete-lock.mjs';

const read = (name: string) => JSON.parse(readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8'));

describe('package-lock.json', () => {
  it('names the optional packages of every platform, and no address of a registry: `npm ci` takes it anywhere', () => {
    const lock = read('package-lock.json');
    expect(lock).toEqual(completed(lock));
  });

  it('was made from package.json', () => {
    const { dependencies, devDependencies, engines } = read('package.json');
    expect(read('package-lock.json').packages['']).toMatchObject({ dependencies, devDependencies, engines });
  });
});
