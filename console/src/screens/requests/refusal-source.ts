import type { RequestTrace } from './request-record.ts';

/** Who or what refused a request, as far as its message tells. */
export interface RefusalSource {
  /** `the admission webhook vet.example.com` */
  readonly by: string;
  /** What to do to find out more, or to change it. */
  readonly hint?: string;
  /** What the user lacks, where it is a permission. */
  readonly missing?: {
    readonly verb: string;
    readonly resource: string;
    readonly group: string;
    readonly namespace: string;
  };
}

const FORBIDDEN =
  /User "(?:[^"\\]|\\.)*" cannot (?<verb>\S+) resource "(?<resource>[^"]*)" in API group "(?<group>[^"]*)" (?:in the namespace "(?<namespace>[^"]*)"|at the cluster scope)/;

/** What the words of a refusal mean, the narrow ones first. */
const patterns: readonly (readonly [RegExp, (groups: Record<string, string>) => RefusalSource])[] = [
  [
    FORBIDDEN,
    ({ verb = '', resource = '', group = '', namespace = '' }) => ({
      by: 'RBAC: no role of the user has a rule for it',
      missing: { verb, resource, group, namespace },
    }),
  ],
  [
    /User "(?:[^"\\]|\\.)*" cannot (?<verb>\S+) path "(?<path>[^"]*)"/,
    () => ({ by: 'RBAC: no role of the user names the path' }),
  ],
  [/admission webhook "(?<name>[^"]+)" denied/, ({ name }) => ({ by: `the admission webhook ${name}` })],
  [
    /failed calling webhook "(?<name>[^"]+)"/,
    ({ name }) => ({
      by: `the admission webhook ${name}, which could not be asked`,
      hint: 'With failurePolicy: Ignore the request would have passed.',
    }),
  ],
  [
    /ValidatingAdmissionPolicy '(?<name>[^']+)' with binding '(?<binding>[^']+)' denied/,
    ({ name, binding }) => ({ by: `the ValidatingAdmissionPolicy ${name}, by its binding ${binding}` }),
  ],
  [/exceeded quota: (?<name>[^,]+),/, ({ name }) => ({ by: `the ResourceQuota ${name}` })],
  [/violates PodSecurity "(?<level>[^"]+)"/, ({ level }) => ({ by: `PodSecurity, at the level ${level}` })],
  [/conversion webhook for/, () => ({ by: 'the conversion webhook of the definition' })],
  [/Apply failed with \d+ conflict/, () => ({ by: 'other field managers, who own what it would change' })],
];

const byReason: Readonly<Record<string, string>> = {
  Unauthorized: 'authentication: the credentials are missing, wrong or no longer good',
  Invalid: 'the schema and the rules of the kind',
  Conflict: 'a write in between: the object had changed since it was read',
  AlreadyExists: 'an object that has the name',
  NotFound: 'nothing: there is no such object',
  Expired: 'the age of what was asked for: the server has forgotten that state',
  TooManyRequests: 'the bound on requests at the same time, or on evictions',
};

export function refusalSource({
  refusal,
  status,
}: Pick<RequestTrace, 'refusal' | 'status'>): RefusalSource | undefined {
  if (status < 400) return undefined;
  const { reason = '', message = '' } = refusal ?? {};
  for (const [pattern, source] of patterns) {
    const found = pattern.exec(message);
    if (found !== null) return source({ ...found.groups });
  }
  const by = Object.hasOwn(byReason, reason) ? byReason[reason] : undefined;
  return by === undefined ? undefined : { by };
}
