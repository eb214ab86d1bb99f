import type { UserInfo } from '#machinery';
import {
  apiErrors,
  formatFieldErrors,
  goQuote,
  nameIsDnsSubdomain,
  parseServiceAccountUser,
  path,
  serviceAccountGroups,
  validateDomainPath,
} from '#meta';
import { type Authorizer, forbidden, MASTERS } from './authorize.ts';
import type { Attributes } from './rbac/rule-match.ts';

const NODE_PREFIX = 'system:node:';
const NODE_NAME = 'authentication.kubernetes.io/node-name';
const ANONYMOUS = 'system:anonymous';
const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';
const EXTRA_HEADER = 'impersonate-extra-';
const GROUP = 'authentication.k8s.io';

/** Every header line by its own: names and values in turn, as they were sent. */
type HeaderLines = readonly string[];

/**
 * The user that the headers ask to impersonate; undefined when they ask for none. Throws a 400 for parts of a user
 * without a name.
 */
export function impersonationIn(lines: HeaderLines): UserInfo | undefined {
  let name: string | undefined;
  let uid: string | undefined;
  const groups: string[] = [];
  const extra = new Map<string, string[]>();
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const header = (lines[at] as string).toLowerCase();
    if (!header.startsWith('impersonate-')) continue;
    const value = lines[at + 1] as string;
    if (header === 'impersonate-user') name ??= value;
    else if (header === 'impersonate-uid') uid ??= value;
    else if (header === 'impersonate-group') groups.push(value);
    else if (header.startsWith(EXTRA_HEADER)) {
      const key = unescapeKey(header.slice(EXTRA_HEADER.length));
      extra.set(key, [...(extra.get(key) ?? []), value]);
    }
  }
  if (!name && !uid && groups.length === 0 && extra.size === 0) return undefined;
  const wanted = { name: name ?? '', uid: uid ?? '', groups, extra: Object.fromEntries(extra) };
  if (!name) throw apiErrors.badRequest(`requested ${goUser(wanted)} without impersonating a user name`);
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
interface Acting {
  readonly user: UserInfo;
  readonly attributes: Attributes;
}

/** Gives the wanted user if one may act for them, and throws a 403 otherwise. */
type Impersonate = (wanted: UserInfo, acting: Acting) => Promise<Impersonated>;

interface Impersonated {
  readonly user: UserInfo;
  /** The verb that allowed it; '' for the old way. */
  readonly constraint: string;
}

/** For how many users it is remembered which way succeeded last. */
const MOST_REMEMBERED = 10_000;

/**
 * The ways are tried one after the other. Whoever uses one mostly uses it again, so the one that a user name succeeded
 * with last is tried first. When all refuse, the refusal of the one that was tried first is told.
 * k8s: endpoints/filters/impersonation
 */
export function impersonateWith(authorizer: Authorizer): Impersonate {
  const last = new Map<string, Mode>();
  return async (wanted, acting) => {
    const { name } = acting.user;
    const first = last.get(name);
    let refusal: unknown;
    for (const mode of first === undefined ? modes : [first, ...modes.filter((one) => one !== first)]) {
      if (!mode.applies(wanted, acting.user)) continue;
      try {
        await allow(authorizer, mode, { wanted, acting });
        // Deleted and set again, so that it moves to the end: the first of the map is the longest unused one.
        last.delete(name);
        last.set(name, mode);
        if (last.size > MOST_REMEMBERED) last.delete(last.keys().next().value as string);
        return { user: complete(mode, wanted), constraint: mode.name === undefined ? '' : `impersonate:${mode.name}` };
      } catch (error) {
        refusal ??= error;
      }
    }
    throw refusal;
  };
}

interface Attempt {
  readonly wanted: UserInfo;
  readonly acting: Acting;
}

/** Throws when something that the way needs is refused. */
async function allow(authorizer: Authorizer, mode: Mode, { wanted, acting }: Attempt): Promise<void> {
  for (const needed of neededFor(mode, wanted, acting)) {
    if (needed.atOnce !== undefined && (await may(authorizer, acting.user, needed.atOnce))) continue;
    for (const attributes of needed.each) await demand(authorizer, acting.user, attributes);
  }
}

async function may(authorizer: Authorizer, user: UserInfo, attributes: Attributes): Promise<boolean> {
  return (await authorizer.authorize(user, attributes)).allowed;
}

async function demand(authorizer: Authorizer, user: UserInfo, attributes: Attributes): Promise<void> {
  const { allowed, reason } = await authorizer.authorize(user, attributes);
  if (!allowed) throw forbidden(user, attributes, reason);
}

/** Things that must be allowed each by itself, or all at once. */
interface Needed {
  readonly each: readonly Attributes[];
  /** One permission that stands for all of them, asked for first where they are many. */
  readonly atOnce?: Attributes | undefined;
}

/** From so many on it is asked first whether all are allowed. */
const MANY = 4;

/** Everything that must be allowed, in the order of asking. */
function* neededFor({ name: mode }: Mode, wanted: UserInfo, { user, attributes }: Acting): Generator<Needed> {
  const verb = mode === undefined ? 'impersonate' : `impersonate:${mode}`;
  if (mode !== undefined) yield { each: [{ ...attributes, verb: `impersonate-on:${mode}:${attributes.verb}` }] };
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
  yield { each: [whom(wanted, { mode, on })] };
  if (wanted.uid !== '') yield { each: [on('uids', wanted.uid)] };
  if (mode !== undefined) refuseGroups(user, wanted.groups, on);
  const groups = wanted.groups.map((group) => on('groups', group));
  yield { each: groups, atOnce: mode !== undefined && groups.length >= MANY ? on('groups', '*') : undefined };
  if (mode !== undefined) refuseExtra(user, wanted.extra, on('userextras', ''));
  const extra = Object.entries(wanted.extra).flatMap(([key, values]) =>
    values.map((value) => on('userextras', value, { subresource: key })),
  );
  const anything = on('userextras', '*', { subresource: '*' });
  yield { each: extra, atOnce: mode !== undefined && extra.length >= MANY ? anything : undefined };
}

type On = (resource: string, name: string, more?: object) => Attributes;

/** What must be allowed for the user name itself: a user, or the node or service account that has such a name. */
function whom(wanted: UserInfo, { mode, on }: { readonly mode: string | undefined; readonly on: On }): Attributes {
  const account = parseServiceAccountUser(wanted.name);
  if (account !== undefined) {
    const group = mode === undefined ? '' : GROUP;
    return on('serviceaccounts', account.name, { group, namespace: account.namespace });
  }
  const node = mode === undefined ? undefined : nodeOf(wanted);
  // The way `associated-node` needs a permission for all nodes, not for one by name.
  return node === undefined ? on('users', wanted.name) : on('nodes', mode === 'associated-node' ? '*' : node);
}

/** The constrained ways never give `system:masters`. */
function refuseGroups(user: UserInfo, groups: readonly string[], on: On): void {
  const not = (group: string, why: string): void => {
    if (groups.includes(group)) throw forbidden(user, on('groups', group), why);
  };
  not('', 'impersonating the empty string group is not allowed');
  not(MASTERS, 'impersonating the system:masters group is not allowed');
}

/** Keys of extra must have a domain as prefix: `acme.com/scope`. */
function refuseExtra(user: UserInfo, extra: UserInfo['extra'], attributes: Attributes): void {
  for (const [key, values] of Object.entries(extra)) {
    const why = extraFault(key, values);
    if (why !== undefined) throw forbidden(user, attributes, why);
  }
}

function extraFault(key: string, values: readonly string[]): string | undefined {
  if (key === '') return 'impersonating the empty string key in extra is not allowed';
  const faults = validateDomainPath(path('extra', 'key'), key);
  if (faults.length > 0) return `impersonating an invalid key in extra is not allowed: ${formatFieldErrors(faults)}`;
  if (key !== key.toLowerCase()) return `impersonating a non-lowercase key in extra is not allowed: ${goQuote(key)}`;
  return values.includes('') ? 'impersonating the empty string value in extra is not allowed' : undefined;
}

function complete({ name: mode }: Mode, wanted: UserInfo): UserInfo {
  const groups = [...groupsOf(mode, wanted)];
  const everybody = wanted.name === ANONYMOUS ? UNAUTHENTICATED : AUTHENTICATED;
  if (!groups.includes(everybody) && !groups.includes(UNAUTHENTICATED)) groups.push(everybody);
  return { ...wanted, groups };
}

/** Nodes have the group of nodes; service accounts have their usual groups where none were asked for. */
function groupsOf(mode: string | undefined, wanted: UserInfo): readonly string[] {
  if (mode !== undefined && nodeOf(wanted) !== undefined) return ['system:nodes'];
  const account = parseServiceAccountUser(wanted.name);
  return account !== undefined && wanted.groups.length === 0 ? serviceAccountGroups(account.namespace) : wanted.groups;
}
