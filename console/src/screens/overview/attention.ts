import type { ResourceReport } from '../atlas/version-report.ts';
import { type Metrics, sumOf } from './metrics-text.ts';

/** Something that somebody should look at. */
export interface Concern {
  readonly severity: 'bad' | 'warn';
  readonly title: string;
  readonly detail?: string;
  /** A page of the console. */
  readonly page?: string;
}

interface Webhook {
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
}

/** The worst first. */
export function concernsIn(findings: Findings): readonly Concern[] {
  const all = [
    ...healthConcerns(findings.health ?? ''),
    ...storeConcerns(findings.metrics),
    ...(findings.webhooks ?? []).filter(({ healthy }) => !healthy).map(webhookConcern),
    ...(findings.apiServices ?? []).flatMap(unavailable),
    ...(findings.reports ?? []).flatMap(versionConcerns),
    ...(findings.migrations ?? []).flatMap(failedMigration),
    ...(findings.policies ?? []).flatMap(policyConcern),
  ];
  return [...all.filter(({ severity }) => severity === 'bad'), ...all.filter(({ severity }) => severity === 'warn')];
}

function healthConcerns(text: string): readonly Concern[] {
  return text.split('\n').flatMap((line): Concern[] => {
    const failed = /^\[-\](\S+) failed: (.*)$/.exec(line);
    if (failed !== null) return [{ severity: 'bad', title: `The check ${failed[1]} fails`, detail: failed[2] ?? '' }];
    const noted = /^\[\+\](\S+) ok, but (.*)$/.exec(line);
    return noted === null ? [] : [{ severity: 'warn', title: `The check ${noted[1]} warns`, detail: noted[2] ?? '' }];
  });
}

function storeConcerns(metrics: Metrics | undefined): readonly Concern[] {
  if (metrics === undefined) return [];
  const trouble = sumOf(metrics, 'pinnace_storage_trouble') ?? 0;
  const damaged = sumOf(metrics, 'pinnace_storage_damaged_objects') ?? 0;
  const uncaught = sumOf(metrics, 'pinnace_uncaught_errors_total') ?? 0;
  const concerns: (Concern | false)[] = [
    trouble > 0 && { severity: 'bad', title: 'The store cannot be written', detail: 'The disk may be full or broken.' },
    damaged > 0 && {
      severity: 'bad',
      title: `${damaged} stored ${damaged === 1 ? 'object is' : 'objects are'} damaged`,
      detail: 'pinnace check tells which, when the server is stopped.',
    },
    uncaught > 0 && {
      severity: 'warn',
      title: `${uncaught} unexpected ${uncaught === 1 ? 'error' : 'errors'} since the start`,
      detail: 'The log of the server has them.',
    },
  ];
  return concerns.filter((one) => one !== false);
}

const webhookConcern = ({ configuration, webhook, since, message = '' }: Webhook): Concern => ({
  severity: 'bad',
  title: `The admission webhook ${webhook} of ${configuration} fails since ${since}`,
  detail: message,
});

function unavailable({ metadata, status }: WithConditions): readonly Concern[] {
  const down = status?.conditions?.find(({ type, status: is }) => type === 'Available' && is !== 'True');
  if (down === undefined) return [];
  return [{ severity: 'bad', title: `The API ${metadata.name} is not available`, detail: down.message ?? '' }];
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
      page,
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
  return [{ severity: 'warn', title, detail: `${first.fieldRef}: ${first.warning}` }];
}
