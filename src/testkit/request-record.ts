import type { InterceptedRequest } from '#http';

/** What somebody asked of the server, and what became of it. */
export interface RecordedRequest {
  /** When it came, in milliseconds since the environment began. */
  readonly at: number;
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; the method for other paths. */
  readonly verb: string;
  /** `pods`, `deployments.apps`, `pods/status`; '' for paths that are no resource's. */
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** With its query. */
  readonly path: string;
  readonly user: string;
  readonly userAgent: string;
  /** 0 as long as there is no answer. */
  readonly status: number;
  /** Until the answer began. */
  readonly durationMs: number;
  /** What `fail` did to it. */
  readonly fault?: string;
}

/** Which requests are meant. What is left out is not looked at. */
export interface RequestFilter {
  readonly verb?: string | readonly string[];
  /** `pods`, `deployments.apps` or `pods/status`; without a group, of any. */
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly user?: string;
  /** A part of it, or a pattern. */
  readonly userAgent?: string | RegExp;
}

type Asked = Omit<RecordedRequest, 'at' | 'status' | 'durationMs' | 'fault'>;

export function askedBy({ call, info }: InterceptedRequest, user: string): Asked {
  const path = call.query === '' ? call.path : `${call.path}?${call.query}`;
  const userAgent = call.headers['user-agent'] ?? '';
  if (!info.isResource) return { verb: info.verb, resource: '', namespace: '', name: '', path, user, userAgent };
  const { verb, group, resource, subresource, name } = info;
  // A namespace lies in none, though its path has it so.
  const namespace = group === '' && resource === 'namespaces' ? '' : info.namespace;
  const whole = `${resource}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}`;
  return { verb, resource: whole, namespace, name, path, user, userAgent };
}

export function matches(request: Asked, filter: RequestFilter): boolean {
  const { verb, resource, userAgent, ...exact } = filter;
  if (verb !== undefined && ![verb].flat().includes(request.verb)) return false;
  if (resource !== undefined && !isOfResource(request.resource, resource)) return false;
  if (typeof userAgent === 'string' && !request.userAgent.includes(userAgent)) return false;
  if (userAgent instanceof RegExp && !userAgent.test(request.userAgent)) return false;
  return (['namespace', 'name', 'user'] as const).every(
    (key) => exact[key] === undefined || exact[key] === request[key],
  );
}

function isOfResource(asked: string, wanted: string): boolean {
  if (asked === wanted) return true;
  const [plain = '', part = ''] = asked.split('/');
  return plain.split('.')[0] === wanted.split('/')[0] && part === (wanted.split('/')[1] ?? '');
}
