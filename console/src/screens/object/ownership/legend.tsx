import { ageOf } from '../../../components/age.ts';
import type { Contest } from '../../../object/contested.ts';
import type { Owner } from '../../../object/field-owners.ts';
import { pathText } from '../../../object/leaves.ts';
import { nameOf } from './painted-yaml.tsx';

interface LegendProps {
  readonly owners: readonly Owner[];
  readonly contests: ReadonlyMap<string, Contest>;
  readonly chosen: number | undefined;
  readonly choose: (owner: number | undefined) => void;
}

/** The managers, with what is known of them; one can be made to stand out. */
export function Legend({ owners, contests, chosen, choose }: LegendProps) {
  return (
    <aside class="legend" aria-label="Managers">
      <h2>Managers</h2>
      <ul>
        {owners.map((owner, at) => (
          <li key={`${nameOf(owner)} ${owner.operation} ${owner.apiVersion}`}>
            <button
              type="button"
              class="legend-owner"
              aria-pressed={chosen === at}
              onClick={() => choose(chosen === at ? undefined : at)}
            >
              <span class={`swatch hue-${owner.hue}`} />
              <span class="legend-name">{nameOf(owner)}</span>
              <span class={owner.operation === 'Apply' ? 'badge accent' : 'badge'}>{owner.operation}</span>
              <span class="legend-more">
                {owner.count} {owner.count === 1 ? 'field' : 'fields'} · {owner.apiVersion}
                {owner.time !== undefined && (
                  <>
                    {' · '}
                    <time dateTime={owner.time} title={owner.time}>
                      {ageOf(owner.time, Date.now())} ago
                    </time>
                  </>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Contests contests={contests} />
    </aside>
  );
}

function Contests({ contests }: { readonly contests: ReadonlyMap<string, Contest> }) {
  if (contests.size === 0) return null;
  return (
    <>
      <h3>Contested</h3>
      <ul class="contests">
        {[...contests].map(([key, { path, managers }]) => (
          <li key={key}>
            <code>{pathText(path)}</code>
            <span class="soft">changed in turn by {managers.join(' → ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
