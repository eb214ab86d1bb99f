import type { RequestTrace } from './request-record.ts';

/** A part of a request's time, in milliseconds from its beginning. */
export interface Bar {
  readonly name: string;
  readonly stage: string;
  readonly from: number;
  readonly milliseconds: number;
  /** It is a part of the stage above it. */
  readonly within: boolean;
}

/** In the order in which a request goes through them. `rest` is what lies between: reading, deciding, the answer. */
const STAGES = ['authentication', 'authorization', 'admission', 'conversion', 'storage', 'rest'];

/** The stages one behind the other, and below admission what took its time: each webhook, each plugin, the longest first. */
export function barsOf({ stages, admission }: Pick<RequestTrace, 'stages' | 'admission'>): readonly Bar[] {
  const bars: Bar[] = [];
  let from = 0;
  for (const stage of STAGES) {
    const milliseconds = stages[stage] ?? 0;
    if (milliseconds > 0) bars.push({ name: stage, stage, from, milliseconds, within: false });
    if (stage === 'admission') bars.push(...admissionBars(admission, from));
    from += milliseconds;
  }
  return bars;
}

/** A plugin that does no more than wait for webhooks is not told beside them. */
const CALLING = new Set(['MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook']);

function admissionBars({ plugins, webhooks }: RequestTrace['admission'], from: number): readonly Bar[] {
  const named = [
    ...Object.entries(webhooks).map(([name, ms]) => [`webhook ${name}`, ms] as const),
    ...Object.entries(plugins).filter(([name]) => !CALLING.has(name)),
  ];
  return named
    .filter(([, milliseconds]) => milliseconds > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, milliseconds]) => ({ name, stage: 'admission', from, milliseconds, within: true }));
}

/** `0.42 ms`, `13 ms`, `2.1 s`, `3 min` */
export function durationText(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(2)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return milliseconds < 7_200_000
    ? `${Math.round(milliseconds / 60_000)} min`
    : `${Math.round(milliseconds / 3_600_000)} h`;
}
