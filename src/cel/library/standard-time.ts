import type { FunctionDeclaration, Overload } from '../check/declarations.ts';
import { localDate } from '../values/time-zone.ts';
import { types } from '../values/type.ts';
import { CelError, type Duration, type Timestamp, type Value } from '../values/value.ts';
import { declare, memberOverload } from './library.ts';

const { duration, int, string, timestamp } = types;

/** What a method gives for a date in its zone. */
type Reading = (date: Date, time: Timestamp) => number;

function dayOfYear(date: Date): number {
  const start = new Date(date);
  start.setUTCMonth(0, 1);
  return Math.round((startOfDay(date) - startOfDay(start)) / 86_400_000);
}

function startOfDay(date: Date): number {
  return new Date(date).setUTCHours(0, 0, 0, 0);
}

/** With and without a zone. */
function readings(id: string, idWithZone: string, read: Reading): Overload[] {
  const inZone = (time: Timestamp, zone: string): Value => {
    const date = localDate(time, zone);
    return date instanceof CelError ? date : read(date, time);
  };
  return [
    memberOverload(id, [[timestamp], int], (time: Timestamp) => inZone(time, 'UTC')),
    memberOverload(idWithZone, [[timestamp, string], int], inZone),
  ];
}

/** Whole units of so many nanoseconds, divided as floating-point numbers. */
function units(id: string, nanosPerUnit: bigint): Overload {
  return memberOverload(id, [[duration], int], ({ nanos }: Duration) =>
    Math.trunc(Number(nanos / nanosPerUnit) + Number(nanos % nanosPerUnit) / Number(nanosPerUnit)),
  );
}

export const standardTime: readonly FunctionDeclaration[] = [
  declare(
    'getFullYear',
    ...readings('timestamp_to_year', 'timestamp_to_year_with_tz', (date) => date.getUTCFullYear()),
  ),
  declare('getMonth', ...readings('timestamp_to_month', 'timestamp_to_month_with_tz', (date) => date.getUTCMonth())),
  declare('getDayOfYear', ...readings('timestamp_to_day_of_year', 'timestamp_to_day_of_year_with_tz', dayOfYear)),
  declare(
    'getDayOfMonth',
    ...readings('timestamp_to_day_of_month', 'timestamp_to_day_of_month_with_tz', (date) => date.getUTCDate() - 1),
  ),
  declare(
    'getDate',
    ...readings('timestamp_to_day_of_month_1_based', 'timestamp_to_day_of_month_1_based_with_tz', (date) =>
      date.getUTCDate(),
    ),
  ),
  declare(
    'getDayOfWeek',
    ...readings('timestamp_to_day_of_week', 'timestamp_to_day_of_week_with_tz', (date) => date.getUTCDay()),
  ),
  declare(
    'getHours',
    ...readings('timestamp_to_hours', 'timestamp_to_hours_with_tz', (date) => date.getUTCHours()),
    units('duration_to_hours', 3_600_000_000_000n),
  ),
  declare(
    'getMinutes',
    ...readings('timestamp_to_minutes', 'timestamp_to_minutes_with_tz', (date) => date.getUTCMinutes()),
    units('duration_to_minutes', 60_000_000_000n),
  ),
  declare(
    'getSeconds',
    ...readings('timestamp_to_seconds', 'timestamp_to_seconds_tz', (date) => date.getUTCSeconds()),
    units('duration_to_seconds', 1_000_000_000n),
  ),
  declare(
    'getMilliseconds',
    ...readings('timestamp_to_milliseconds', 'timestamp_to_milliseconds_with_tz', (_, time) =>
      Math.trunc(time.nanos / 1_000_000),
    ),
    memberOverload('duration_to_milliseconds', [[duration], int], ({ nanos }: Duration) => Number(nanos / 1_000_000n)),
  ),
];
