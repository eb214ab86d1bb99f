import { describe, expect, it } from 'vitest';
import { ReusedBuffers } from './reused-buffers.ts';

const LARGE = 700_000;

describe('large buffers', () => {
  it('are taken again only after they were given back', () => {
    const buffers = new ReusedBuffers();
    const one = buffers.take(LARGE);
    const other = buffers.take(LARGE);
    expect(one.buffer).not.toBe(other.buffer);
    buffers.giveBack(one);
    expect(buffers.take(LARGE)).toBe(one);
    expect(buffers.take(LARGE)).not.toBe(one);
  });

  it('have room for what was asked for, whatever was given back before', () => {
    const buffers = new ReusedBuffers();
    for (const size of [10, LARGE, 5_000_000]) buffers.giveBack(buffers.take(size));
    for (const size of [10, LARGE, 5_000_000]) expect(buffers.take(size).length).toBeGreaterThanOrEqual(size);
  });

  it('are kept in a small number', () => {
    const buffers = new ReusedBuffers();
    const taken = Array.from({ length: 20 }, () => buffers.take(LARGE));
    for (const buffer of taken) buffers.giveBack(buffer);
    const again = Array.from({ length: 20 }, () => buffers.take(LARGE));
    expect(again.filter((buffer) => taken.includes(buffer))).toHaveLength(4);
  });
});
