import { describe, expect, it } from 'vitest';
import { localTime, missedTime } from './plan.ts';
import { parseSchedule } from './schedule.ts';

const times = (schedule: string, { from, count, zone }: { from: string; count: number; zone?: string }): string[] => {
  const parsed = parseSchedule(schedule, zone);
  const found: string[] = [];
  for (let at = Date.parse(from); found.length < count; ) {
    const next = parsed?.next(at);
    if (next === undefined) break;
    found.push(new Date(next).toISOString().slice(0, 16));
    at = next;
  }
  return found;
};

describe('a schedule', () => {
  it.each([
    ['*/20 * * * *', '2026-01-01T00:00:30Z', ['2026-01-01T00:20', '2026-01-01T00:40', '2026-01-01T01:00']],
    ['0 0 29 2 *', '2026-01-01T00:00:00Z', ['2028-02-29T00:00']],
    ['30 6-16/4 * * 1-5', '2026-01-02T14:31:00Z', ['2026-01-05T06:30', '2026-01-05T10:30', '2026-01-05T14:30']],
    ['0 0 13 * fri', '2026-01-01T00:00:00Z', ['2026-01-02T00:00', '2026-01-09T00:00', '2026-01-13T00:00']],
    ['@monthly', '2026-01-15T00:00:00Z', ['2026-02-01T00:00']],
    ['15 10 * jan,mar ?', '2026-01-31T10:15:00Z', ['2026-03-01T10:15']],
    ['5/30 3 * * *', '2026-01-01T03:05:00Z', ['2026-01-01T03:35']],
    ['@every 1h30m', '2026-01-01T00:10:00Z', ['2026-01-01T01:40', '2026-01-01T03:10']],
    ['0 0 31 2 *', '2026-01-01T00:00:00Z', []],
  ])('%s after %s', (schedule, from, expected) => {
    expect(times(schedule, { from, count: Math.max(1, expected.length) })).toEqual(expected);
  });

  it.each([
    ['0 9 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', ['2026-03-28T08:00', '2026-03-29T07:00']],
    // The clock jumps over half past two once, and shows it twice once.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-30T00:30']],
    [
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      ['2026-10-25T00:30', '2026-10-25T01:30', '2026-10-26T01:30'],
    ],
    ['0 0 * * *', 'Asia/Kathmandu', '2026-01-01T00:00:00Z', ['2026-01-01T18:15']],
    ['TZ=America/New_York 0 12 * * *', 'UTC', '2026-01-01T00:00:00Z', ['2026-01-01T17:00']],
  ])('%s in %s after %s', (schedule, zone, from, expected) => {
    expect(times(schedule, { from, count: expected.length, zone })).toEqual(expected);
  });

  it.each(['', '* * * *', 'x * * * *', '61 * * * *', '@never', '* * * * * *', '@every -1h'])('cannot be %j', (text) => {
    expect(parseSchedule(text, undefined)).toBeUndefined();
  });
  it('cannot be in a time zone that there is not', () => {
    expect(parseSchedule('* * * * *', 'Mars/Olympus')).toBeUndefined();
  });
});

describe('the time that was missed', () => {
  const cronJob = (spec: { startingDeadlineSeconds?: number }, lastScheduleTime?: string) => ({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { creationTimestamp: '2020-01-01T00:00:00Z' },
    spec,
    ...(lastScheduleTime && { status: { lastScheduleTime } }),
  });
  it.each([
    ['0 * * * *', {}, undefined, '2026-01-01T10:20:00Z', '2026-01-01T10:00:00.000Z'],
    ['30 6-16/4 * * 1-5', {}, undefined, '2026-01-04T12:00:00Z', '2026-01-02T14:30:00.000Z'],
    ['0 * * * *', {}, '2026-01-01T10:00:00Z', '2026-01-01T10:20:00Z', undefined],
    ['0 * * * *', {}, '2026-01-01T09:00:00Z', '2026-01-01T10:20:00Z', '2026-01-01T10:00:00.000Z'],
    ['0 * * * *', { startingDeadlineSeconds: 600 }, undefined, '2026-01-01T10:20:00Z', undefined],
    ['0 * * * *', { startingDeadlineSeconds: 1500 }, undefined, '2026-01-01T10:20:00Z', '2026-01-01T10:00:00.000Z'],
    ['@every 1h', {}, '2026-01-01T01:10:00Z', '2026-01-01T10:20:00Z', '2026-01-01T10:10:00.000Z'],
  ])('of %s with %j since %s at %s is %s', (text, spec, last, now, expected) => {
    const schedule = parseSchedule(text, undefined);
    const found = schedule && missedTime(cronJob(spec, last), schedule, Date.parse(now));
    expect(found && new Date(found).toISOString()).toBe(expected);
  });
});

it.each([
  ['UTC', '2026-07-01T12:00:00Z'],
  ['Europe/Berlin', '2026-07-01T14:00:00+02:00'],
  ['America/St_Johns', '2026-07-01T09:30:00-02:30'],
])('in %s it is %s', (zone, expected) => {
  expect(localTime(Date.parse('2026-07-01T12:00:00Z'), zone)).toBe(expected);
});
