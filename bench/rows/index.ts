import { conversionRows } from './conversions.ts';
import { customResources, definitionRows } from './custom-resources.ts';
import { expressions } from './expressions.ts';
import { fanOut } from './fan-out.ts';
import { forks } from './forks.ts';
import { generator } from './generator.ts';
import { madeToTakeLong } from './made-to-take-long.ts';
import { objectCurve } from './object-curve.ts';
import { openapi } from './openapi.ts';
import { ownership } from './ownership.ts';
import { policyRows } from './policies.ts';
import type { Work } from './row.ts';
import { ruleRows } from './rules.ts';
import { stalls } from './stalls.ts';
import { idleMemory, manyObjects, ready } from './start.ts';
import { throughput } from './throughput.ts';
import { watchedOneByOne } from './watched-one-by-one.ts';
import { watcherCurve } from './watcher-curve.ts';
import { webhookRows } from './webhooks.ts';

/** All there is to measure, in the order of the table. */
export const works: readonly Work[] = [
  ready,
  idleMemory,
  ...throughput,
  ...customResources,
  ...conversionRows,
  ...definitionRows,
  ...ruleRows,
  policyRows,
  webhookRows,
  openapi,
  ...fanOut,
  watchedOneByOne,
  manyObjects,
  forks,
  ownership,
  madeToTakeLong,
  stalls,
  ...expressions,
  ...generator,
  objectCurve,
  watcherCurve,
];
