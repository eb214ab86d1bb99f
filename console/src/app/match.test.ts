import { describe, expect, it } from 'vitest';
import { match } from './match.ts';

describe('the pattern of a screen', () => {
  it('names the parts of a path', () => {
    expect(match('/objects/:group/:version', '/objects/apps/v1')).toEqual({ group: 'apps', version: 'v1' });
    expect(match('/', '/')).toEqual({});
  });
  it('is no match for a path of another length or another word', () => {
    expect(match('/objects/:group', '/objects')).toBeUndefined();
    expect(match('/objects/:group', '/object/apps')).toBeUndefined();
  });
  it('decodes names, and leaves alone what cannot be decoded', () => {
    expect(match('/:name', '/system%3Anode')).toEqual({ name: 'system:node' });
    expect(match('/:name', '/%zz')).toEqual({ name: '%zz' });
  });
});
