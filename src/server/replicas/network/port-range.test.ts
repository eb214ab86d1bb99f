import { describe, expect, it } from 'vitest';
import { decodePortRange, encodePortRange, isTaken, takenPorts, withoutPort, withPort } from './port-range.ts';

const none = { first: 30_000, last: 32_767, taken: 0n };

describe('the range of node ports', () => {
  it('is written as kube-apiserver writes it', () => {
    const written = Buffer.from(encodePortRange(withPort(none, 30_010)));
    // What kube-apiserver 1.36.4 put into its etcd.
    const metadata = '0a10'.concat('0a0012001a0022002a00320038004200');
    const raw = `${metadata}120b${Buffer.from('30000-32767').toString('hex')}1a020400`;
    const head = Buffer.from('\n\x15\n\x02v1\x12\x0fRangeAllocation', 'latin1').toString('hex');
    expect(written.toString('hex')).toBe(`6b387300${head}12${(raw.length / 2).toString(16)}${raw}1a002200`);
  });

  it('is read as it was written, and takes and gives back single ports', () => {
    const some = [30_000, 30_007, 31_234, 32_767].reduce(withPort, none);
    expect(decodePortRange(encodePortRange(some))).toEqual(some);
    expect(takenPorts(some)).toEqual([30_000, 30_007, 31_234, 32_767]);
    const less = withoutPort(some, 30_007);
    expect([isTaken(less, 30_007), isTaken(less, 31_234)]).toEqual([false, true]);
    expect(withoutPort(less, 30_007)).toBe(less);
    expect(decodePortRange(encodePortRange(none))).toEqual(none);
  });

  it('is not made of something else', () => {
    const odd = Buffer.from(
      Buffer.from(encodePortRange(none)).toString('latin1').replace('30000-', '10.0.0'),
      'latin1',
    );
    expect(() => decodePortRange(odd)).toThrow('not a range of ports');
  });
});
