import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { cronJobs } from './cron-job.ts';
import { scheduleFault } from './cron-schedule.ts';

const { read, write, cells } = tryOut(cronJobs);
const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
const cronJob = (spec: object, rest: object = {}) => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'c' },
  spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template } }, ...spec },
  ...rest,
});
const inTz = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';

describe('a CronJob', () => {
  it('completes itself, but not its jobs', async () => {
    const { object } = await write(cronJob({}));
    expect(object.spec).toMatchObject({
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
      jobTemplate: { spec: { template: { spec: { schedulerName: 'default-scheduler' } } } },
    });
    expect((object.spec as { jobTemplate: { spec: object } }).jobTemplate.spec).not.toHaveProperty('backoffLimit');
  });

  it.each([
    [{ schedule: '@daily', timeZone: 'Europe/Berlin' }, []],
    [{ schedule: '' }, ['spec.schedule: Required value']],
    [{ schedule: '* * *' }, ['spec.schedule: Invalid value: "* * *": expected exactly 5 fields, found 3: [* * *]']],
    [{ schedule: 'TZ=UTC 0 0 * * *' }, [`spec.schedule: Invalid value: "TZ=UTC 0 0 * * *": ${inTz}`]],
    [{ timeZone: 'Mars/Phobos' }, ['spec.timeZone: Invalid value: "Mars/Phobos": unknown time zone Mars/Phobos']],
    [{ timeZone: 'europe/berlin' }, ['spec.timeZone: Invalid value: "europe/berlin": unknown time zone europe/berlin']],
    [{ timeZone: '../UTC' }, ['spec.timeZone: Invalid value: "../UTC": unknown time zone ../UTC']],
    [{ timeZone: '' }, ['spec.timeZone: Invalid value: "": timeZone must be nil or non-empty string']],
    [
      { timeZone: 'Local' },
      [
        'spec.timeZone: Invalid value: "Local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
      ],
    ],
    [
      { concurrencyPolicy: 'Queue', failedJobsHistoryLimit: -1 },
      [
        'spec.concurrencyPolicy: Unsupported value: "Queue": supported values: "Allow", "Forbid", "Replace"',
        'spec.failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
    [
      { jobTemplate: { spec: { template, selector: {}, manualSelector: true } } },
      [
        'spec.jobTemplate.spec.selector: Invalid value: {}: `selector` will be auto-generated',
        'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
      ],
    ],
  ])('%j', async (spec, faults) => {
    expect((await write(cronJob(spec))).faults).toEqual(faults);
  });

  it('has a name to which its jobs can add', async () => {
    const name = 'c'.repeat(53);
    expect((await write(cronJob({}, { metadata: { name } }))).faults).toEqual([
      `metadata.name: Invalid value: "${name}": must be no more than 52 characters`,
    ]);
  });

  it('keeps a time zone in its schedule, and is warned of it', async () => {
    const body = cronJob({ schedule: 'TZ=UTC 0 0 * * *' });
    const again = await write(body, { live: read(body) });
    expect(again.faults).toEqual([]);
    expect(again.warnings).toEqual([expect.stringContaining('cannot use TZ or CRON_TZ in spec.spec.schedule')]);
  });

  it('shows when it made jobs', () => {
    const status = { active: [{ name: 'j' }], lastScheduleTime: '2024-01-01T00:00:00Z' };
    expect(cells(cronJob({ suspend: true }, { status })).slice(1, 6)).toEqual([
      '*/5 * * * *',
      '<none>',
      'True',
      1,
      '10m',
    ]);
    expect(cells(cronJob({}))[5]).toBe('<none>');
  });
});

describe('a schedule', () => {
  it.each([
    ['0 0 1 jan mon-fri', undefined],
    ['*/15,30 ?/2 1-31/3 * SUN', undefined],
    ['@hourly', undefined],
    ['@every 1h30m', undefined],
    ['CRON_TZ=Asia/Tokyo 0 0 * * *', undefined],
    ['@often', 'unrecognized descriptor: @often'],
    ['@every x', 'failed to parse duration @every x: time: invalid duration "x"'],
    ['61 * * * *', 'end of range (61) above maximum (59): 61'],
    ['0 0 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['TZ=Nowhere 0 0 * * *', 'provided bad location Nowhere: unknown time zone Nowhere'],
  ])('%s', (schedule, fault) => {
    expect(scheduleFault(schedule)).toBe(fault);
  });
});
