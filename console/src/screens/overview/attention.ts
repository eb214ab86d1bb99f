import { objectPage } from '../../api/resource-path.ts';
import type { ResourceReport } from '../atlas/version-report.ts';
import { type Metrics, sumOf } from './metrics-text.ts';

/** Something that somebody should look at. */
export interface Concern {
  readonly severity: 'bad' | 'warn';
  readonly title: string;
  /** RFC 3339: since when it is so. */
  readonly since?: string | undefined;
  readonly detail?: string;
  /** A page of the console. */
  readonly page?: string;
}

interface Webhook {
  readonly kind?: 'validating' | 'mutating';
  readonly configuration: string;
  readonly webhook: string;
  readonly healthy: boolean;
  readonly since: string;
  readonly message?: string;
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

/** A definition whose last change broke somebody. */
interface BreakingChange {
  readonly definition: string;
  readonly time: string;
  readonly user: string;
  readonly findings: readonly { readonly text: string }[];
}

interface WithConditions {
  readonly metadata: { readonly name?: string };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

interface AdmissionPolicy {
  readonly metadata: { readonly name?: string };
  readonly status?: {
    readonly typeChecking?: {
      readonly expressionWarnings?: readonly { readonly fieldRef: string; readonly warning: string }[];
    };
  };
}

/** What is known of the server; what it does not tell, or not to this user, is absent. */
export interface Findings {
  /** What `/readyz?verbose` says. */
  readonly health?: string | undefined;
  readonly metrics?: Metrics | undefined;
  readonly webhooks?: readonly Webhook[] | undefined;
  readonly reports?: readonly ResourceReport[] | undefined;
  readonly apiServices?: readonly WithConditions[] | undefined;
  readonly migrations?: readonly WithConditions[] | undefined;
  readonly policies?: readonly AdmissionPolicy[] | undefined;
  readonly definitions?: readonly WithConditions[] | undefined;
  readonly conversionPolicies?: readonly WithConditions[] | undefined;
  readonly breaking?: readonly BreakingChange[] | undefined;
}

/** The worst first. */
export function concernsIn(findings: Findings): readonly Concern[] {
  const all = [
    ...healthConcerns(findings.health ?? '', troubleIn(findings.metrics) !== undefined),
    ...storeConcerns(findings.metrics, findings.health ?? ''),
    ...(findings.webhooks ?? []).filter(({ healthy }) => !healthy).map(webhookConcern),
    ...(findings.definitions ?? []).flatMap(definitionConcerns),
    ...(findings.apiServices ?? []).flatMap(unavailable),
    ...(findings.reports ?? []).flatMap(versionConcerns),
    ...(findings.migrations ?? []).flatMap(failedMigration),
    ...(findings.breaking ?? []).map(breakingConcern),
    ...(findings.conversionPolicies ?? []).flatMap(conversionPolicyConcern),
    ...(findings.policies ?? []).flatMap(policyConcern),
    ...evaluationConcerns(findings.metrics),
  ];
  return [...all.filter(({ severity }) => severity === 'bad'), ...all.filter(({ severity }) => severity === 'warn')];
}

/** A store in trouble has a concern of its own, which says what it is: the checks of it would say it twice more. */
function healthConcerns(text: string, isStoreTold: boolean): readonly Concern[] {
  return text.split('\n').flatMap((line): Concern[] => {
    const failed = /^\[-\](\S+) failed: (.*)$/.exec(line);
    if (failed !== null && isStoreTold && STORE_CHECKS.has(failed[1] ?? '')) return [];
    if (failed !== null) return [{ severity: 'bad', title: `The check ${failed[1]} fails`, detail: failed[2] ?? '' }];
    const noted = /^\[\+\](\S+) ok, but (.*)$/.exec(line);
    if (noted === null || STORE_CHECKS.has(noted[1] ?? '')) return [];
    return [{ severity: 'warn', title: `The check ${noted[1]} warns`, detail: noted[2] ?? '' }];
  });
}

const STORE_CHECKS: ReadonlySet<string> = new Set(['etcd', 'etcd-readiness']);

const troubles = {
  full: 'The disk is full: writes are refused',
  failing: 'The disk cannot be written',
} as const;

function troubleIn(metrics: Metrics | undefined): keyof typeof troubles | undefined {
  const has = (kind: string): boolean =>
    metrics !== undefined &&
    (sumOf(metrics, 'pinnace_storage_trouble', (labels) => labels === `kind="${kind}"`) ?? 0) > 0;
  return (['full', 'failing'] as const).find(has);
}

function storeConcerns(metrics: Metrics | undefined, health: string): readonly Concern[] {
  if (metrics === undefined) return [];
  const trouble = troubleIn(metrics);
  const said = (pattern: RegExp): string => pattern.exec(health)?.[1] ?? '';
  const damaged = sumOf(metrics, 'pinnace_storage_damaged_objects') ?? 0;
  const uncaught = sumOf(metrics, 'pinnace_uncaught_errors_total') ?? 0;
  const concerns: (Concern | false)[] = [
    trouble !== undefined && {
      severity: 'bad',
      title: troubles[trouble],
      detail: said(/^\[-\]etcd failed: (.*)$/m) || 'Reads go on.',
    },
    damaged > 0 && {
      severity: 'bad',
      title: `${damaged} stored ${damaged === 1 ? 'object is' : 'objects are'} damaged`,
      detail: said(/^\[\+\]etcd ok, but (.*)$/m) || 'pinnace check tells which, when the server is stopped.',
    },
    uncaught > 0 && {
      severity: 'warn',
      title: `${uncaught} unexpected ${uncaught === 1 ? 'error' : 'errors'} since the start`,
      detail: 'The log of the server has them.',
    },
  ];
  return concerns.filter((one) => one !== false);
}

const ADMISSION = { group: 'admissionregistration.k8s.io', version: 'v1' };

const webhookConcern = ({ kind = 'validating', configuration, webhook, since, message = '' }: Webhook): Concern => ({
  severity: 'bad',
  title: `The admission webhook ${webhook} of ${configuration} fails`,
  since,
  detail: message,
  page: objectPage({ ...ADMISSION, resource: `${kind}webhookconfigurations`, name: configuration }),
});

/** A conversion webhook that does not answer, and a conversion that loses something. */
function definitionConcerns({ metadata, status }: WithConditions): readonly Concern[] {
  const page = `/atlas/${encodeURIComponent(metadata.name ?? '')}`;
  return (status?.conditions ?? []).flatMap(({ type, status: is, message = '', lastTransitionTime }): Concern[] => {
    if (is !== 'False') return [];
    const told = { since: lastTransitionTime, detail: message, page };
    const of = metadata.name;
    if (type === 'ConversionHealthy')
      return [{ severity: 'bad', title: `The conversion webhook of ${of} fails`, ...told }];
    if (type === 'ConversionRoundTrips')
      return [{ severity: 'warn', title: `The conversion of ${of} loses something`, ...told }];
    if (type === 'NamesAccepted' || type === 'Established')
      return [{ severity: 'warn', title: `The definition ${of} is not served as it says`, ...told }];
    return [];
  });
}

const breakingConcern = ({ definition, time, user, findings }: BreakingChange): Concern => ({
  severity: 'warn',
  title: `The last change of ${definition} breaks clients: ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`,
  since: time,
  detail: `${findings[0]?.text ?? ''}${findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''}; changed by ${user}`,
  page: `/atlas/${encodeURIComponent(definition)}`,
});

/** One that holds back is told by its first condition that is not so. */
function conversionPolicyConcern({ metadata, status }: WithConditions): readonly Concern[] {
  const fault = status?.conditions?.find(({ status: is }) => is === 'False');
  if (fault === undefined) return [];
  const title = `The ConversionPolicy ${metadata.name} is not ${fault.type}: ${fault.reason}`;
  return [{ severity: 'warn', title, detail: fault.message ?? '' }];
}

const POLICY_CHECKS = ['validating', 'mutating'].map((kind) => `apiserver_${kind}_admission_policy_check_total`);

/** Policies whose expressions failed when they were asked: what that did to requests is up to their failurePolicy. */
function evaluationConcerns(metrics: Metrics | undefined): readonly Concern[] {
  const failed = new Map<string, number>();
  for (const name of POLICY_CHECKS) {
    for (const { labels, value } of metrics?.get(name) ?? []) {
      const error = /(?:^|,)error_type="([^"]*)"/.exec(labels)?.[1] ?? '';
      const policy = /(?:^|,)policy="([^"]*)"/.exec(labels)?.[1] ?? '';
      if (value > 0 && error !== '' && error !== 'no_error')
        failed.set(`${policy} (${error})`, (failed.get(`${policy} (${error})`) ?? 0) + value);
    }
  }
  return [...failed].map(([policy, count]) => ({
    severity: 'warn',
    title: `The admission policy ${policy} could not be evaluated ${count === 1 ? 'once' : `${count} times`} since the start`,
  }));
}

function unavailable({ metadata, status }: WithConditions): readonly Concern[] {
  const down = status?.conditions?.find(({ type, status: is }) => type === 'Available' && is !== 'True');
  if (down === undefined) return [];
  const page = objectPage({
    group: 'apiregistration.k8s.io',
    version: 'v1',
    resource: 'apiservices',
    name: metadata.name ?? '',
  });
  const told = { since: down.lastTransitionTime, detail: down.message ?? '', page };
  return [{ severity: 'bad', title: `The API ${metadata.name} is not available`, ...told }];
}

function versionConcerns({ name, versions, unreadable }: ResourceReport): readonly Concern[] {
  const page = `/atlas/${encodeURIComponent(name)}`;
  const gone = versions.filter((one) => one.gone === true && one.objects > 0);
  const old = versions.filter((one) => one.gone !== true && !one.storage && one.objects > 0);
  const count = (list: typeof versions): number => list.reduce((sum, { objects }) => sum + objects, 0);
  const names = (list: typeof versions): string => list.map(({ version }) => version).join(', ');
  const concerns: (Concern | false)[] = [
    unreadable > 0 && { severity: 'bad', title: `${unreadable} of ${name} cannot be read`, page },
    gone.length > 0 && {
      severity: 'bad',
      title: `${count(gone)} of ${name} lie in a version that is gone: ${names(gone)}`,
      detail: 'They cannot be served.',
      page,
    },
    old.length > 0 && {
      severity: 'warn',
      title: `${count(old)} of ${name} lie in an old version: ${names(old)}`,
      detail: 'A migration writes them in the version of new writes.',
      page: '/migration',
    },
  ];
  return concerns.filter((one) => one !== false);
}

function failedMigration({ metadata, status }: WithConditions): readonly Concern[] {
  const failed = status?.conditions?.find(({ type, status: is }) => type === 'Failed' && is === 'True');
  if (failed === undefined) return [];
  const title = `The migration ${metadata.name} failed`;
  return [{ severity: 'bad', title, detail: failed.message ?? '', page: '/migration' }];
}

function policyConcern({ metadata, status }: AdmissionPolicy): readonly Concern[] {
  const [first] = status?.typeChecking?.expressionWarnings ?? [];
  if (first === undefined) return [];
  const title = `The ValidatingAdmissionPolicy ${metadata.name} does not fit what it is for`;
  const page = objectPage({ ...ADMISSION, resource: 'validatingadmissionpolicies', name: metadata.name ?? '' });
  return [{ severity: 'warn', title, detail: `${first.fieldRef}: ${first.warning}`, page }];
}
