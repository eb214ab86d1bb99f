import type { ApiClient, ResourceReport, VersionReport } from '../atlas/version-report.ts';

/** One condition for dropping a version, with what speaks for it or against. */
export interface RetireStep {
  readonly title: string;
  readonly isDone: boolean;
  readonly evidence: string;
}

/** What has to be so before a version of a definition can be dropped, in the order of `pinnace crd retire`. */
export function retireSteps(
  { versions }: Pick<ResourceReport, 'versions'>,
  old: VersionReport,
  clients: readonly ApiClient[],
): readonly RetireStep[] {
  const stored = versions.find(({ storage }) => storage);
  const isOther = stored !== undefined && stored.version !== old.version && stored.served;
  const users = clients.filter(({ version }) => version === old.version);
  const last = users[0];
  return [
    {
      title: 'Another version is stored and served',
      isDone: isOther,
      evidence: stored === undefined ? 'no version is stored' : `new writes are stored in ${stored.version}`,
    },
    {
      title: `Nobody uses ${old.version}`,
      isDone: last === undefined,
      evidence:
        last === undefined
          ? 'nobody asked for it since the start'
          : `${last.user} with ${last.client.split(' ')[0]}, last at ${last.lastUse}`,
    },
    {
      title: `No object lies in ${old.version}`,
      isDone: old.objects === 0,
      evidence: old.objects === 0 ? 'all lie in others' : `${old.objects} lie in it: migrate them`,
    },
    {
      title: 'The status of the definition does not name it',
      isDone: old.stored !== true,
      evidence: old.stored === true ? 'storedVersions has it' : 'storedVersions does not have it',
    },
    { title: 'It is not served', isDone: !old.served, evidence: old.served ? 'served: true' : 'served: false' },
  ];
}

/** Versions that may be on their way out: those that are not stored, of definitions that have another. Deprecated ones first. */
export function retirable(
  reports: readonly ResourceReport[],
): readonly { report: ResourceReport; old: VersionReport }[] {
  const all = reports
    .filter(({ origin, versions }) => origin === 'custom' && versions.length > 1)
    .flatMap((report) =>
      report.versions.filter(({ storage, gone }) => !storage && gone !== true).map((old) => ({ report, old })),
    );
  return [...all.filter(({ old }) => old.deprecated === true), ...all.filter(({ old }) => old.deprecated !== true)];
}
