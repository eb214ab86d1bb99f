import { ask, StatusError } from '../../../api/call.ts';
import { askPinnace } from '../../../api/pinnace-paths.ts';
import { type ObjectRef, objectPath } from '../../../api/resource-path.ts';
import type { KubeObject, Status } from '../../../api/types.ts';
import { type Loss, lossesOf, missingIn } from './losses.ts';
import { type Stored, storedVersion } from './stored-version.ts';

/** The object in one version, or why it is not to be had in it. */
export interface VersionColumn {
  readonly version: string;
  readonly object?: KubeObject;
  readonly error?: unknown;
  /** What went between the server and a webhook that did not convert it. */
  readonly exchange?: WebhookExchange;
}

export interface WebhookExchange {
  readonly webhook: string;
  readonly request: string;
  /** Absent where there was no answer. */
  readonly status?: number;
  readonly answer?: string;
}

/** What becomes of the object when it is written in a version. */
export interface RoundTrip {
  readonly losses: readonly Loss[];
  /** In whose column they are seen. */
  readonly seenIn: string;
  /** Whether the server has converted it there and back. A dry run alone does not show everything. */
  readonly certain: boolean;
  readonly error?: unknown;
}

export interface ObjectVersions {
  readonly columns: readonly VersionColumn[];
  readonly stored: Stored | undefined;
  readonly roundTrips: ReadonlyMap<string, RoundTrip>;
}

/** The object in all versions, which of them is stored, and what each of them loses. */
export async function readVersions(
  ref: ObjectRef,
  versions: readonly string[],
  signal: AbortSignal,
): Promise<ObjectVersions> {
  const [columns, stored] = await Promise.all([
    Promise.all(versions.map((version) => readColumn({ ...ref, version }, signal))),
    storedVersion(ref, versions, signal),
  ]);
  const base = columns.find(({ version, object }) => object !== undefined && version === stored?.version);
  const others = columns.filter((column) => column !== base && column.object !== undefined);
  const trips = await Promise.all(
    others.map(async ({ version, object }) => {
      const trip = await roundTrip({ ref: { ...ref, version }, object: object as KubeObject, base, signal });
      return [version, trip] as const;
    }),
  );
  return { columns, stored, roundTrips: new Map(trips) };
}

async function readColumn(ref: ObjectRef, signal: AbortSignal): Promise<VersionColumn> {
  const { version } = ref;
  try {
    return { version, object: await ask<KubeObject>({ path: objectPath(ref) }, signal) };
  } catch (error) {
    return { version, error };
  }
}

interface Trip {
  readonly ref: ObjectRef;
  readonly object: KubeObject;
  readonly base: VersionColumn | undefined;
  readonly signal: AbortSignal;
}

/** By the server's own conversion where it can be asked for one; on other servers by what a dry run gives back. */
async function roundTrip({ ref, object, base, signal }: Trip): Promise<RoundTrip> {
  try {
    if (base?.object !== undefined) {
      const converted = await convert(ref, object, signal);
      const back = converted?.get(base.version);
      const seenIn = base.version;
      if (back?.error !== undefined) return { losses: [], seenIn, certain: true, error: back.error };
      if (back?.object !== undefined) return { losses: lossesOf(base.object, back.object), seenIn, certain: true };
    }
    return await tripByDryRun({ ref, object, base, signal });
  } catch (error) {
    return { losses: [], seenIn: ref.version, certain: false, error };
  }
}

/**
 * A dry run answers in the version that it was sent in, after the same conversion as before: it shows what that version
 * cannot keep, and nothing of what it cannot say. What has no counterpart may be lost.
 */
async function tripByDryRun({ ref, object, base, signal }: Trip): Promise<RoundTrip> {
  const answer = await ask<KubeObject>(dryRunPut(ref, object), signal);
  const missing = base?.object === undefined ? [] : missingIn(object, base.object);
  if (base !== undefined && missing.length > 0) return { losses: missing, seenIn: base.version, certain: false };
  return { losses: lossesOf(object, answer), seenIn: ref.version, certain: false };
}

export const dryRunPut = (ref: ObjectRef, body: KubeObject) =>
  ({ method: 'PUT', path: objectPath(ref), query: { dryRun: 'All' }, body }) as const;

/** What the object would be in each version; undefined where the server does not tell. */
export async function convert(
  { group, resource }: ObjectRef,
  object: KubeObject,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, VersionColumn> | undefined> {
  const name = group === '' ? resource : `${resource}.${group}`;
  const call = { method: 'POST', path: `/pinnace/conversions/${name}`, body: object } as const;
  const told = await askPinnace<{ readonly versions: Readonly<Record<string, Converted>> }>(call, signal);
  if (told === undefined) return undefined;
  return new Map(
    Object.entries(told.versions).map(([version, { object: made, error, exchange }]) => [
      version,
      {
        version,
        ...(made && { object: made }),
        ...(error && { error: new StatusError(error, call) }),
        ...(exchange && { exchange }),
      },
    ]),
  );
}

interface Converted {
  readonly object?: KubeObject;
  readonly error?: Status;
  readonly exchange?: WebhookExchange;
}
