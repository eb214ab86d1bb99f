import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Answer, TestClient } from '../support/client.ts';
import type { Wire } from '../support/wire.ts';
import type { Found, History, WriteOp } from './history.ts';

export const path = '/api/v1/namespaces/default/configmaps';
const keys = Array.from({ length: 20 }, (_, i) => `key-${i}`);

/** Who is asked. */
export interface Servers {
  /** A client of a server that runs, as soon as one does. */
  client(): Promise<TestClient>;
}

export interface ClientParts {
  readonly servers: Servers;
  readonly history: History;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** How long each client waits after a request, in milliseconds; not at all if not given. */
  readonly pace?: number;
}

/** What clients believe is there. Others may have changed it. */
const believed = new WeakMap<History, Map<string, Found | undefined>>();

function beliefs(history: History): Map<string, Found | undefined> {
  const known = believed.get(history) ?? new Map<string, Found | undefined>();
  believed.set(history, known);
  return known;
}

/** Writes one after the other until the signal fires. */
export async function write(name: string, parts: ClientParts): Promise<void> {
  for (let count = 0; !parts.signal.aborted; count++) {
    const key = pick(keys, parts.random);
    await attempt(parts, key, `${name}-${count}`);
    if (parts.pace) await setTimeout(parts.pace);
  }
}

type Verb = 'create' | 'replace' | 'replaceKnown' | 'patch' | 'delete';
const verbs: readonly Verb[] = ['create', 'replace', 'replaceKnown', 'patch', 'patch', 'replace', 'delete'];

async function attempt({ servers, history, random }: ClientParts, key: string, id: string): Promise<void> {
  const client = await servers.client();
  const known = beliefs(history).get(key);
  const verb = known === undefined ? 'create' : pick(verbs, random);
  const op = history.begin(verb === 'delete' ? { key, id: null, upon: known?.revision as number } : { key, id });
  const pad = 'x'.repeat(Math.floor(random() * random() * 12_000));
  try {
    settle(op, await send(client, verb, { key, known, data: { id, pad, sum: String(crc32(id + pad)) } }));
  } catch {
    // The server is gone, or the connection: nobody knows what became of it.
  }
  op.ended = op.outcome === 'done' ? history.moment() : op.ended;
  const now = op.outcome === 'done' && op.revision !== undefined ? { id, revision: op.revision } : undefined;
  if (op.outcome === 'done') beliefs(history).set(key, now);
  else await look({ history, client, key }).catch(() => undefined);
}

/** The revision of a write to a key of its own; undefined when it was not done. */
export async function writeLast({ servers, history }: ClientParts, tries: number): Promise<number | undefined> {
  const [key, id] = [`last-${tries}`, `last-${tries}`];
  const op = history.begin({ key, id });
  const data = { id, pad: '', sum: String(crc32(id)) };
  const client = await servers.client();
  await send(client, 'create', { key, known: undefined, data }).then(
    (answer) => settle(op, answer),
    () => undefined,
  );
  if (op.outcome === 'done') op.ended = history.moment();
  return op.revision;
}

interface Sent {
  readonly key: string;
  readonly known: Found | undefined;
  readonly data: { readonly [name: string]: string };
}

function send(client: TestClient, verb: Verb, { key, known, data }: Sent): Promise<Answer> {
  const at = `${path}/${key}`;
  const resourceVersion = String(known?.revision);
  if (verb === 'create') return client.post(path, { metadata: { name: key }, data });
  if (verb === 'replace') return client.put(at, { metadata: { name: key }, data });
  if (verb === 'replaceKnown') return client.put(at, { metadata: { name: key, resourceVersion }, data });
  if (verb === 'delete') return client.delete(at, { preconditions: { resourceVersion } });
  const headers = { 'content-type': 'application/merge-patch+json' };
  return client.ask('PATCH', at, { headers, body: JSON.stringify({ data }) });
}

/** 507 promises that nothing was written; other errors of the server promise nothing. */
function settle(op: WriteOp, { status, body }: Answer): void {
  if (status < 300) {
    op.outcome = 'done';
    if (op.id !== null) op.revision = Number(body.metadata.resourceVersion);
  } else if (status < 500 || status === 507) op.outcome = 'refused';
}

/** Reads until the signal fires: single objects, and now and then all. */
export async function read({ servers, history, random, signal, pace }: ClientParts): Promise<void> {
  while (!signal.aborted) {
    const client = await servers.client();
    const looking = random() < 0.1 ? list(client, history) : look({ history, client, key: pick(keys, random) });
    await looking.catch(() => undefined);
    if (pace) await setTimeout(pace);
  }
}

interface Look {
  readonly history: History;
  readonly client: TestClient;
  readonly key: string;
}

async function look({ history, client, key }: Look): Promise<void> {
  const begun = history.moment();
  const { status, body } = await client.get(`${path}/${key}`);
  if (status !== 200 && status !== 404) return;
  const found = status === 200 ? foundIn(body, history) : undefined;
  history.reads.push({ key, found, begun, ended: history.moment() });
  beliefs(history).set(key, found);
}

export async function list(client: TestClient, history: History): Promise<void> {
  const begun = history.moment();
  const { status, body } = await client.get(path);
  if (status !== 200) return;
  const items = new Map(body.items.map((item) => [item.metadata.name, foundIn(item, history)]));
  history.lists.push({ revision: Number(body.metadata.resourceVersion), items, begun, ended: history.moment() });
}

/** Which write it is. Complains when the content is not whole. */
export function foundIn({ metadata, data }: Wire, history: History): Found {
  const { id = '', pad = '', sum } = data as { id?: string; pad?: string; sum?: string };
  if (String(crc32(id + pad)) !== sum)
    history.complaints.push(`${metadata.name} at ${metadata.resourceVersion} is broken`);
  return { id, revision: Number(metadata.resourceVersion) };
}

function pick<T>(some: readonly T[], random: () => number): T {
  return some[Math.floor(random() * some.length)] as T;
}
