import type { RequestTrace } from './request-record.ts';
import { barsOf, durationText } from './waterfall.ts';

/** Where the time of a request went, in one line: each stage by its share. */
export function StageBar({ trace }: { readonly trace: RequestTrace }) {
  const bars = barsOf(trace).filter(({ within }) => !within);
  // Shares of less than one in all would not fill the bar.
  const whole = bars.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const title = bars.map(({ name, milliseconds }) => `${name} ${durationText(milliseconds)}`).join(', ');
  return (
    <span class="stage-bar" title={title}>
      {bars.map(({ name, stage, milliseconds }) => (
        <span key={name} class={`stage ${stage}`} style={{ flexGrow: milliseconds / whole }} />
      ))}
    </span>
  );
}
