import { pathOf, type RunningRequest } from './request-record.ts';
import { durationText } from './waterfall.ts';

const MOST_SHOWN = 50;

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;

/** Those that are not over, watches most of all. Closed until somebody wants to see them. */
export function Running({ running }: { readonly running: readonly RunningRequest[] }) {
  const watches = running.filter(({ verb }) => verb === 'watch').length;
  const others = running.length - watches;
  if (running.length === 0) return null;
  return (
    <details class="running">
      <summary>
        Running now:{' '}
        {[counted(watches, 'watch', 'watches'), counted(others, 'other', 'others')].filter(Boolean).join(', ')}
      </summary>
      <ul>
        {running.slice(0, MOST_SHOWN).map((one, at) => (
          <li key={at}>
            <span class="badge">{one.verb === '' ? one.method : one.verb}</span> <code>{pathOf(one)}</code>{' '}
            <span class="soft">
              {one.user}, {one.userAgent.split(' ')[0]}, for {durationText(one.milliseconds)}
            </span>
          </li>
        ))}
      </ul>
      {running.length > MOST_SHOWN && <p class="soft">And {running.length - MOST_SHOWN} more.</p>}
    </details>
  );
}
