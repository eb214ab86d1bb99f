import { type FieldSet, FieldsV1Error, type ManagedSet, type Managers, readFieldsV1, writeFieldsV1 } from '#merge';
import { goQuote, type JsonObject, type ManagedFieldsEntry } from '#meta';

/** A field manager: the same name is another manager for another operation, version or subresource. */
export interface Manager {
  readonly name: string;
  readonly operation: 'Apply' | 'Update';
  /** Empty for appliers: they own their fields whatever version they apply in. */
  readonly apiVersion: string;
  readonly subresource: string;
}

/** What all managers of an object own, and since when. By identity of the manager. */
export interface Managed {
  readonly sets: Managers;
  readonly managers: ReadonlyMap<string, Manager>;
  /** In whole seconds; absent for managers who own without having changed anything. */
  readonly times: ReadonlyMap<string, string>;
  /** Sets as they were read, in written form: most do not change. */
  readonly written?: ReadonlyMap<FieldSet, JsonObject>;
}

export const nobody: Managed = { sets: new Map(), managers: new Map(), times: new Map() };

/** Managers are told apart, and sorted, by this text. */
export function identify({ name, operation, apiVersion, subresource }: Manager): string {
  let text = name === '' ? '{' : `{"manager":${quote(name)},`;
  text += `"operation":"${operation}"`;
  if (apiVersion !== '') text += `,"apiVersion":${quote(apiVersion)}`;
  if (subresource !== '') text += `,"subresource":${quote(subresource)}`;
  return `${text}}`;
}

const plain = /^[\w ./:-]*$/;

/** Most names need no escapes. */
function quote(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Why entries cannot be read; undefined if they can. k8s: managedfields/internal/managedfields.go DecodeManagedFields */
export function managedFault(entries: readonly ManagedFieldsEntry[]): string | undefined {
  for (const [at, entry] of entries.entries()) {
    const { operation, apiVersion = '', fieldsType = '' } = entry;
    if (operation !== 'Apply' && operation !== 'Update') return 'operation must be `Apply` or `Update`';
    if (apiVersion === '') return 'apiVersion must not be empty';
    if (fieldsType === '') return `missing fieldsType in managed fields entry ${at}`;
    if (fieldsType !== 'FieldsV1') return `invalid fieldsType ${goQuote(fieldsType)} in managed fields entry ${at}`;
    if (readSet(entry) === undefined) return `error decoding versioned set from managed fields entry ${at}`;
  }
  return undefined;
}

/** Undefined if one of the entries makes no sense. Those of a stored object are as we wrote them. */
export function readManaged(
  entries: readonly ManagedFieldsEntry[],
  { stored = false }: { readonly stored?: boolean } = {},
): Managed | undefined {
  if (entries.length === 0) return nobody;
  const sets = new Map<string, ManagedSet>();
  const managers = new Map<string, Manager>();
  const times = new Map<string, string>();
  const written = new Map<FieldSet, JsonObject>();
  for (const entry of entries) {
    const { manager: name = '', operation, apiVersion = '', fieldsType, subresource = '', time } = entry;
    if (operation !== 'Apply' && operation !== 'Update') return undefined;
    if (apiVersion === '' || fieldsType !== 'FieldsV1') return undefined;
    const set = readSet(entry);
    if (set === undefined) return undefined;
    const applied = operation === 'Apply';
    const manager: Manager = { name, operation, apiVersion: applied ? '' : apiVersion, subresource };
    const id = identify(manager);
    sets.set(id, { apiVersion, set, applied });
    managers.set(id, manager);
    if (time) times.set(id, time);
    else times.delete(id);
    if (stored && entry.fieldsV1) written.set(set, entry.fieldsV1);
  }
  return { sets, managers, times, written };
}

function readSet({ fieldsV1 }: ManagedFieldsEntry): FieldSet | undefined {
  try {
    return readFieldsV1(fieldsV1 ?? {});
  } catch (error) {
    if (error instanceof FieldsV1Error) return undefined;
    throw error;
  }
}

/** The entries in their order: appliers first, then by age, then by name. Undefined when nobody owns anything. */
export function writeManaged({ sets, managers, times, written }: Managed): ManagedFieldsEntry[] | undefined {
  if (sets.size === 0) return undefined;
  const entries: ManagedFieldsEntry[] = [];
  for (const [id, { apiVersion, set, applied }] of sets) {
    const { name, subresource } = managers.get(id) as Manager;
    const entry: ManagedFieldsEntry = name === '' ? {} : { manager: name };
    entry.operation = applied ? 'Apply' : 'Update';
    entry.apiVersion = apiVersion;
    const time = times.get(id);
    if (time !== undefined) entry.time = time;
    entry.fieldsType = 'FieldsV1';
    entry.fieldsV1 = written?.get(set) ?? writeFieldsV1(set);
    if (subresource !== '') entry.subresource = subresource;
    entries.push(entry);
  }
  return entries.length > 1 ? entries.sort(compareEntries) : entries;
}

function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    order(a.operation, b.operation) ||
    order(a.time, b.time) ||
    order(a.manager, b.manager) ||
    order(a.apiVersion, b.apiVersion) ||
    order(a.subresource, b.subresource)
  );
}

/** Times in whole seconds and UTC sort as texts do. */
function order(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
