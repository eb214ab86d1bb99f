import type { ConnectionTarget, ConnectRequest, ServedResource, SubresourceConnection } from '#machinery';
import { apiErrors, getOwn, type Hub, type JsonObject, type Query } from '#meta';
import { type Access, accessWith, collectionOf, groupResourceOf, keyOf } from './access.ts';
import { check, mutate } from './admit.ts';
import { hubObject } from './views.ts';

interface Connect {
  readonly connection: SubresourceConnection;
  readonly request: ConnectRequest;
  /** What the query says, as an object of the part's kind. */
  readonly options: Hub;
  /** Asked after admission: throws to refuse. */
  permit(): Promise<void>;
}

/** Connects to what an object represents: a text, or where it leads. Admission is asked unless it only reads. */
export async function connect(
  access: Access,
  { connection, request, options, permit }: Connect,
): Promise<ConnectionTarget | string | undefined> {
  const name = connection.objectName?.(request.name) ?? request.name;
  let asked = request;
  if (!connection.answersText) {
    const admittance = {
      operation: 'CONNECT',
      name,
      objects: { form: 'hub', object: options, oldObject: null },
    } as const;
    const wanted = ((await mutate(access, admittance)) ?? options) as Hub;
    await check(access, { ...admittance, objects: { ...admittance.objects, object: wanted } });
    asked = wanted === options ? request : { ...request, query: queryOf(connection, wanted) };
  }
  await permit();
  connection.check?.(asked);
  const object = await newestObject(access, name);
  if (object === null) throw apiErrors.notFound(groupResourceOf(access), name);
  return connection.open(object, asked);
}

/** The options as a query: admission may have changed them. */
function queryOf(connection: SubresourceConnection, options: Hub): Query {
  const said = (connection.options?.() ?? []).flatMap(({ name }): [string, string[]][] => {
    const value = getOwn(options as JsonObject, name);
    return value === undefined ? [] : [[name, [value].flat().map(String)]];
  });
  return new Map(said);
}

/** An object of another resource with the same namespace, as a hub object; null when there is none. */
export function findBeside(access: Access, other: ServedResource, name: string): Promise<Hub | null> {
  return newestObject(accessWith(access, { resource: other }), name);
}

async function newestObject(access: Access, name: string): Promise<Hub | null> {
  const entry = await collectionOf(access).get(keyOf(access, name), { need: 'newest' });
  return entry === null ? null : hubObject(access.resource.definition, entry);
}
