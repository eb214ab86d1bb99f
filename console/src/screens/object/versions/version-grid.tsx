import type { ServedResource } from '../../../api/discovery.ts';
import { kubectlObject } from '../../../api/kubectl-command.ts';
import { type ObjectRef, objectPath } from '../../../api/resource-path.ts';
import type { KubeObject } from '../../../api/types.ts';
import { ErrorBox } from '../../../components/error-box.tsx';
import { Icon } from '../../../components/icon.tsx';
import { SameCall } from '../../../components/same-call.tsx';
import { useAsk } from '../../../components/use-ask.ts';
import { pathText } from '../../../object/leaves.ts';
import { conversionReview, indented } from './conversion-review.ts';
import type { Moves } from './correspondence.ts';
import { joinVersions } from './joined-rows.ts';
import { JoinedTable, marksOf } from './joined-table.tsx';
import {
  convert,
  type ObjectVersions,
  type RoundTrip,
  type VersionColumn,
  type WebhookExchange,
} from './read-versions.ts';
import { traceMoves } from './trace-moves.ts';
import { worthReading } from './worth-reading.ts';

interface VersionGridProps {
  readonly refs: ObjectRef;
  readonly served: ServedResource;
  readonly versions: ObjectVersions;
  readonly edit: (version: string) => void;
}

export function VersionGrid(props: VersionGridProps) {
  const { versions } = props;
  const readable = versions.columns.filter(({ object }) => object !== undefined);
  const broken = versions.columns.filter(({ object }) => object === undefined);
  const moves = useTraced(props.refs, readable);
  const rows = joinVersions(
    readable.map(({ object }) => worthReading(object as KubeObject)),
    moves,
  );
  return (
    <>
      {broken.map((column) => (
        <BrokenVersion key={column.version} column={column} {...props} />
      ))}
      {readable.length > 0 && (
        <JoinedTable
          heads={readable.map(({ version }) => ({
            version,
            head: <ColumnHead key={version} version={version} {...props} />,
          }))}
          rows={rows}
          marks={marksOf(versions.roundTrips)}
          label={`${props.refs.name} in its versions`}
        />
      )}
    </>
  );
}

/** What the values do not tell is asked of the server, after what they tell is shown. */
function useTraced(refs: ObjectRef, [base, ...others]: readonly VersionColumn[]): readonly (Moves | undefined)[] {
  const all = [base, ...others];
  const key = all.map((one) => `${one?.version} ${one?.object?.metadata.resourceVersion}`).join();
  const { value } = useAsk(key, async (signal) => {
    const to = base?.object;
    if (base === undefined || to === undefined) return [];
    const traces = others.map(({ object }) =>
      traceMoves(refs, { from: object as KubeObject, to, toVersion: base.version }, signal),
    );
    return [undefined, ...(await Promise.all(traces))];
  });
  return value ?? [];
}

function ColumnHead({ version, refs, served, versions, edit }: VersionGridProps & { readonly version: string }) {
  const ref = { ...refs, version };
  const { stored, roundTrips } = versions;
  return (
    <div class="version-head">
      <div class="version-title">
        <strong>{version}</strong>
        {stored?.version === version && (
          <span
            class="badge accent"
            title={
              stored.certain
                ? 'This object lies in the store in this version.'
                : 'New writes are stored in this version.'
            }
          >
            <Icon name="disk" /> stored
          </span>
        )}
        {served.versions[0] === version && <span class="badge">preferred</span>}
        <button type="button" class="quiet" onClick={() => edit(version)}>
          Edit<span class="visually-hidden"> in {version}</span>
        </button>
      </div>
      <RoundTripLine trip={roundTrips.get(version)} isStored={stored?.version === version} />
      <SameCall kubectl={kubectlObject('get', ref, '-o yaml')} call={{ path: objectPath(ref) }} />
    </div>
  );
}

function RoundTripLine({ trip, isStored }: { readonly trip: RoundTrip | undefined; readonly isStored: boolean }) {
  if (isStored) return <p class="round-trip soft">Read as it lies in the store.</p>;
  if (trip === undefined) return <p class="round-trip soft">Converted by the server.</p>;
  if (trip.error !== undefined) return <p class="round-trip lost-words">Cannot be written back as it is.</p>;
  if (trip.losses.length === 0) {
    return trip.certain ? (
      <p class="round-trip kept-words">Writing it in this version loses nothing.</p>
    ) : (
      <p class="round-trip soft">A dry run in this version shows no loss.</p>
    );
  }
  if (!trip.certain) {
    const count = trip.losses.length;
    return (
      <p class="round-trip unsure-words">
        {count} {count === 1 ? 'value' : 'values'} of {trip.seenIn} {count === 1 ? 'has' : 'have'} no counterpart here:
        writing it in this version may lose {count === 1 ? 'it' : 'them'}.
      </p>
    );
  }
  return (
    <p class="round-trip lost-words">
      Writing it in this version changes {trip.seenIn}:{' '}
      {trip.losses.map(({ leaf, becomes }, at) => (
        <span key={pathText(leaf.path)}>
          {at > 0 && ', '}
          <code>{pathText(leaf.path)}</code> {becomes === undefined ? 'is lost' : 'becomes another'}
        </span>
      ))}
      .
    </p>
  );
}

/** A version that the object cannot be converted to: what was asked of the webhook, and what it answered. */
function BrokenVersion({ column, refs, versions }: VersionGridProps & { readonly column: VersionColumn }) {
  const source = versions.columns.find(({ version }) => version === versions.stored?.version)?.object;
  const key = `${column.version} ${source?.metadata.resourceVersion}`;
  const { value } = useAsk(key, async (signal) => {
    const made = source === undefined ? undefined : await convert(refs, source, signal);
    return { exchange: made?.get(column.version)?.exchange };
  });
  return (
    <section class="broken-version" aria-label={`${column.version} cannot be shown`}>
      <ErrorBox error={column.error} title={`${column.version}: the server could not convert the object`} />
      {value?.exchange !== undefined && <ExchangeView exchange={value.exchange} />}
      {value !== undefined && value.exchange === undefined && source !== undefined && (
        <details>
          <summary>The request that a converter gets</summary>
          <Review
            label="Request to a converter"
            text={JSON.stringify(conversionReview(source, `${refs.group}/${column.version}`))}
          />
        </details>
      )}
    </section>
  );
}

/** Asked again when the page was opened, so that it is this object and this failure. */
function ExchangeView({ exchange }: { readonly exchange: WebhookExchange }) {
  const { webhook, request, status, answer } = exchange;
  return (
    <div class="exchange">
      <div>
        <h2>
          Request <code>POST {webhook}</code>
        </h2>
        <Review label="Request to the webhook" text={request} />
      </div>
      <div>
        <h2>
          Answer{' '}
          <span class={status === 200 ? 'badge' : 'badge bad'}>{status === undefined ? 'none' : `HTTP ${status}`}</span>
        </h2>
        {answer === undefined ? (
          <p class="soft">The webhook did not answer.</p>
        ) : (
          <Review label="Answer of the webhook" text={answer} />
        )}
      </div>
    </div>
  );
}

function Review({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <section class="review" aria-label={label} tabIndex={0}>
      <pre>{indented(text)}</pre>
    </section>
  );
}
