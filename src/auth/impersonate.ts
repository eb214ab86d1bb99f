import type { UserInfo } from '#machinery';
import { apiErrors, goQuote, nameIsDnsSubdomain, parseServiceAccountUser, serviceAccountGroups } from '#meta';
import { type Attributes, type Authorizer, forbidden, MASTERS } from './authorize.ts';

const NODE_PREFIX = 'system:node:';
const NODE_NAME = 'authentication.kubernetes.io/node-name';
const ANONYMOUS = 'system:anonymous';
const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';
const EXTRA_HEADER = 'impersonate-extra-';
const GROUP = 'authentication.k8s.io';

/** Every header line by its own: names and values in turn, as they were sent. */
export type HeaderLines = readonly string[];

/** Whom the headers ask to be taken for; undefined when nobody. Throws a 400 for parts of a user without a name. */
export function impersonationIn(lines: HeaderLines): UserInfo | undefined {
  let name = '';
  let uid = '';
  const groups: string[] = [];
  const extra = new Map<string, string[]>();
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const header = (lines[at] as string).toLowerCase();
    if (!header.startsWith('impersonate-')) continue;
    const value = lines[at + 1] as string;
    if (header === 'impersonate-user') name ||= value;
    else if (header === 'impersonate-uid') uid ||= value;
    else if (header === 'impersonate-group') groups.push(value);
    else if (header.startsWith(EXTRA_HEADER)) {
      const key = unescapeKey(header.slice(EXTRA_HEADER.length));
      extra.set(key, [...(extra.get(key) ?? []), value]);
    }
  }
  if (name === '' && uid === '' && groups.length === 0 && extra.size === 0) return undefined;
  const wanted = { name, uid, groups, extra: Object.fromEntries(extra) };
  if (name === '') throw apiErrors.badRequest(`requested ${goUser(wanted)} without impersonating a user name`);
  return wanted;
}

function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** A user as Go's `%#v` shows it. */
function goUser({ name, uid, groups, extra }: UserInfo): string {
  const list = (values: readonly string[]): string => `[]string{${values.map(goQuote).join(', ')}}`;
  const keys = Object.keys(extra).sort();
  const shownGroups = groups.length === 0 ? '[]string(nil)' : list(groups);
  const pairs = keys.map((key) => `${goQuote(key)}:${list(extra[key] ?? [])}`);
  const shownExtra = keys.length === 0 ? 'map[string][]string(nil)' : `map[string][]string{${pairs.join(', ')}}`;
  return `&user.DefaultInfo{Name:${goQuote(name)}, UID:${goQuote(uid)}, Groups:${shownGroups}, Extra:${shownExtra}}`;
}

/** One way to be allowed to act for somebody else. */
interface Mode {
  /** Undefined for the old way: the verb `impersonate`, whatever is done then. */
  readonly name?: string;
  applies(wanted: UserInfo, by: UserInfo): boolean;
}

const isPlain = ({ uid, groups, extra }: UserInfo): boolean =>
  uid === '' && groups.length === 0 && Object.keys(extra).length === 0;

function nodeOf({ name }: UserInfo): string | undefined {
  if (!name.startsWith(NODE_PREFIX)) return undefined;
  const node = name.slice(NODE_PREFIX.length);
  return nameIsDnsSubdomain(node, { prefix: false }).length === 0 ? node : undefined;
}

function isOnNode({ name, extra }: UserInfo, node: string): boolean {
  const told = Object.hasOwn(extra, NODE_NAME) ? extra[NODE_NAME] : undefined;
  return parseServiceAccountUser(name) !== undefined && told?.length === 1 && told[0] === node;
}

const modes: readonly Mode[] = [
  {
    name: 'associated-node',
    applies: (wanted, by) => isPlain(wanted) && nodeOf(wanted) !== undefined && isOnNode(by, nodeOf(wanted) as string),
  },
  { name: 'arbitrary-node', applies: (wanted) => isPlain(wanted) && nodeOf(wanted) !== undefined },
  {
    name: 'serviceaccount',
    applies: (wanted) => isPlain(wanted) && parseServiceAccountUser(wanted.name) !== undefined,
  },
  {
    name: 'user-info',
    applies: (wanted) => nodeOf(wanted) === undefined && parseServiceAccountUser(wanted.name) === undefined,
  },
  { applies: () => true },
];

/** A user who acts, and what they are about to do. */
export interface Acting {
  readonly user: UserInfo;
  readonly attributes: Attributes;
}

/**
 * The wanted user, if one of the ways allows it; otherwise the refusal of the first way that could have.
 * k8s: endpoints/filters/impersonation
 */
export async function impersonate(authorizer: Authorizer, wanted: UserInfo, acting: Acting): Promise<UserInfo> {
  let first: unknown;
  for (const mode of modes) {
    if (!mode.applies(wanted, acting.user)) continue;
    try {
      for (const attributes of needed(mode, wanted, acting)) await demand(authorizer, acting.user, attributes);
      return complete(mode, wanted);
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}

async function demand(authorizer: Authorizer, user: UserInfo, attributes: Attributes): Promise<void> {
  const { allowed, reason } = await authorizer.authorize(user, attributes);
  if (!allowed) throw forbidden(user, attributes, reason);
}

/** Everything that must be allowed, in the order of asking. */
function* needed({ name: mode }: Mode, wanted: UserInfo, { user, attributes }: Acting): Generator<Attributes> {
  const verb = mode === undefined ? 'impersonate' : `impersonate:${mode}`;
  if (mode !== undefined) yield { ...attributes, verb: `impersonate-on:${mode}:${attributes.verb}` };
  const on = (resource: string, name: string, more: object = {}): Attributes => ({
    kind: 'resource',
    verb,
    group: mode === undefined && (resource === 'users' || resource === 'groups') ? '' : GROUP,
    resource,
    subresource: '',
    namespace: '',
    name,
    ...more,
  });
  yield whom(wanted, { mode, on });
  if (wanted.uid !== '') yield on('uids', wanted.uid);
  for (const group of wanted.groups) {
    if (mode !== undefined) refuseGroup(user, group, on('groups', group));
    yield on('groups', group);
  }
  for (const [key, values] of Object.entries(wanted.extra)) {
    if (mode !== undefined) refuseExtra(user, [key, values], on('userextras', ''));
    for (const value of values) yield on('userextras', value, { subresource: key });
  }
}

type On = (resource: string, name: string, more?: object) => Attributes;

/** The user, or the node or service account that goes by such a name. */
function whom(wanted: UserInfo, { mode, on }: { readonly mode: string | undefined; readonly on: On }): Attributes {
  const account = parseServiceAccountUser(wanted.name);
  if (account !== undefined) {
    const group = mode === undefined ? '' : GROUP;
    return on('serviceaccounts', account.name, { group, namespace: account.namespace });
  }
  const node = mode === undefined ? undefined : nodeOf(wanted);
  // Of its own node a pod need not be allowed each one by name.
  return node === undefined ? on('users', wanted.name) : on('nodes', mode === 'associated-node' ? '*' : node);
}

/** The new ways never make masters. */
function refuseGroup(user: UserInfo, group: string, attributes: Attributes): void {
  if (group === '') throw forbidden(user, attributes, 'impersonating the empty string group is not allowed');
  if (group === MASTERS) throw forbidden(user, attributes, 'impersonating the system:masters group is not allowed');
}

/** What is told about a user must say who tells it: `acme.com/scope`. */
function refuseExtra(user: UserInfo, [key, values]: [string, readonly string[]], attributes: Attributes): void {
  const why = extraFault(key, values);
  if (why !== undefined) throw forbidden(user, attributes, why);
}

function extraFault(key: string, values: readonly string[]): string | undefined {
  if (key === '') return 'impersonating the empty string key in extra is not allowed';
  const [domain = '', ...path] = key.split('/');
  if (path.join('/') === '' || nameIsDnsSubdomain(domain, { prefix: false }).length > 0) {
    const fault = `extra.key: Invalid value: ${goQuote(key)}: must be a domain-prefixed path (such as "acme.io/foo")`;
    return `impersonating an invalid key in extra is not allowed: ${fault}`;
  }
  if (key !== key.toLowerCase()) return `impersonating a non-lowercase key in extra is not allowed: ${goQuote(key)}`;
  return values.includes('') ? 'impersonating the empty string value in extra is not allowed' : undefined;
}

function complete({ name: mode }: Mode, wanted: UserInfo): UserInfo {
  const groups = [...groupsOf(mode, wanted)];
  const everybody = wanted.name === ANONYMOUS ? UNAUTHENTICATED : AUTHENTICATED;
  if (!groups.includes(everybody) && !groups.includes(UNAUTHENTICATED)) groups.push(everybody);
  return { ...wanted, groups };
}

/** Nodes and service accounts have groups by what they are. */
function groupsOf(mode: string | undefined, wanted: UserInfo): readonly string[] {
  if (mode !== undefined && nodeOf(wanted) !== undefined) return ['system:nodes'];
  const account = parseServiceAccountUser(wanted.name);
  return account !== undefined && wanted.groups.length === 0 ? serviceAccountGroups(account.namespace) : wanted.groups;
}
