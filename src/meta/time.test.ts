import { expect, test } from 'vitest';
import {
  canonicalMicroTime,
  canonicalTime,
  formatTime,
  humanDuration,
  humanDurationEnd,
  instantOf,
  isZeroTime,
  millisecondsOf,
  parseMicroTime,
  parseTime,
  shortHumanDuration,
  TimeError,
} from './time.ts';

test.each([
  ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59Z'],
  ['2024-03-01T01:29:59.999999999+01:30', '2024-02-29T23:59:59Z'],
  ['2024-01-01T5:00:00,5-24:60', '2024-01-02T06:00:00Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00Z'],
])('the time %s is written back as %s', (text, canonical) => {
  expect(canonicalTime(text)).toBe(canonical);
});

test.each([
  ['2024-01-01T00:00:00.123456Z', '2024-01-01T00:00:00.123456Z'],
  ['2024-01-01T00:00:00.000001+01:00', '2023-12-31T23:00:00.000001Z'],
])('the time %s keeps its microseconds', (text, canonical) => {
  expect(canonicalMicroTime(text)).toBe(canonical);
});

const layout = '"2006-01-02T15:04:05Z07:00"';
const microLayout = '"2006-01-02T15:04:05.000000Z07:00"';

test.each([
  [parseTime, 'yesterday', `parsing time "yesterday" as ${layout}: cannot parse "yesterday" as "2006"`],
  [parseTime, '', `parsing time "" as ${layout}: cannot parse "" as "2006"`],
  [
    parseTime,
    '2024-1-01T00:00:00Z',
    `parsing time "2024-1-01T00:00:00Z" as ${layout}: cannot parse "1-01T00:00:00Z" as "01"`,
  ],
  [
    parseTime,
    '2024-01-01 00:00:00Z',
    `parsing time "2024-01-01 00:00:00Z" as ${layout}: cannot parse " 00:00:00Z" as "T"`,
  ],
  [parseTime, '2024-13-01T00:00:00Z', 'parsing time "2024-13-01T00:00:00Z": month out of range'],
  [parseTime, '2023-02-29T00:00:00Z', 'parsing time "2023-02-29T00:00:00Z": day out of range'],
  [parseTime, '2024-01-01T24:00:00Z', 'parsing time "2024-01-01T24:00:00Z": hour out of range'],
  [parseTime, '2024-01-01T00:00:60Z', 'parsing time "2024-01-01T00:00:60Z": second out of range'],
  [parseTime, '2024-01-01T00:00:00', `parsing time "2024-01-01T00:00:00" as ${layout}: cannot parse "" as "Z07:00"`],
  [parseTime, '2024-01-01T00:00:00Z!', 'parsing time "2024-01-01T00:00:00Z!": extra text: "!"'],
  [
    parseTime,
    '2024-01-01T00:00:00+25:00',
    'parsing time "2024-01-01T00:00:00+25:00": time zone offset hour out of range',
  ],
  [parseTime, 'é"\n', `parsing time "\\xc3\\xa9\\"\\x0a" as ${layout}: cannot parse "\\xc3\\xa9\\"\\x0a" as "2006"`],
  [
    parseMicroTime,
    '2024-01-01T00:00:00Z',
    `parsing time "2024-01-01T00:00:00Z" as ${microLayout}: cannot parse "Z" as ".000000"`,
  ],
])('%O refuses %j', (parse, text, message) => {
  expect(() => parse(text)).toThrow(new TimeError(message));
});

test('instants and milliseconds turn into each other', () => {
  expect(parseTime('1970-01-01T00:00:01.5Z')).toEqual({ seconds: 1, nanos: 500_000_000 });
  expect(instantOf(-1)).toEqual({ seconds: -1, nanos: 999_000_000 });
  expect(millisecondsOf(instantOf(1_700_000_000_123))).toBe(1_700_000_000_123);
  expect(formatTime(instantOf(1_700_000_000_999))).toBe('2023-11-14T22:13:20Z');
});

test('the first moment of year one is the zero time', () => {
  expect(isZeroTime(parseTime('0001-01-01T00:00:00Z'))).toBe(true);
  expect(isZeroTime(parseTime('0001-01-01T00:00:01Z'))).toBe(false);
});

const [s, m, h, d, y] = [1, 60, 3600, 86_400, 365 * 86_400];

test.each([
  [-2 * s, '<invalid>', '<invalid>'],
  [-1 * s, '0s', '0s'],
  [0, '0s', '0s'],
  [59 * s, '59s', '59s'],
  [60 * s, '60s', '1m'],
  [119 * s, '119s', '1m'],
  [2 * m, '2m', '2m'],
  [3 * m + 20 * s, '3m20s', '3m'],
  [10 * m + 59 * s, '10m', '10m'],
  [179 * m, '179m', '2h'],
  [3 * h, '3h', '3h'],
  [5 * h + 10 * m + 5 * s, '5h10m', '5h'],
  [8 * h + 59 * m, '8h', '8h'],
  [47 * h, '47h', '1d'],
  [2 * d, '2d', '2d'],
  [3 * d + 4 * h, '3d4h', '3d'],
  [8 * d + 4 * h, '8d', '8d'],
  [2 * y - 1, '729d', '1y'],
  [2 * y, '2y', '2y'],
  [2 * y + 30 * d, '2y30d', '2y'],
  [9 * y + 30 * d, '9y', '9y'],
])('%i seconds are %s, or %s in short', (seconds, long, short) => {
  expect(humanDuration(seconds * 1000)).toBe(long);
  expect(shortHumanDuration(seconds * 1000)).toBe(short);
});

test('tells up to when an age is told in the same words', () => {
  const minute = 60_000;
  const ages = [0, 999, 5000, 119_500, 2 * minute, 599_999, 10 * minute, 179.5 * minute, 479.9 * minute, 480 * minute];
  const days = [0.9, 1.99, 2, 7.99, 8, 40.5, 729.9, 730, 2919, 2921, 4000].map((day) => day * 1440 * minute);
  for (const age of [...ages, ...days]) {
    const end = humanDurationEnd(age);
    expect(end).toBeGreaterThan(age);
    for (const later of [age, (age + end) / 2, end - 1]) expect(humanDuration(later)).toBe(humanDuration(age));
  }
  expect(humanDuration(humanDurationEnd(5400))).toBe('6s');
  expect(humanDuration(humanDurationEnd(700_000))).toBe('12m');
  expect(humanDurationEnd(-5000)).toBe(-5000);
});
