import { type ApiDefinition, versionNamed } from './api-definition.ts';
import { compareNames } from './compare-names.ts';
import { comparePairs } from './compare-pairs.ts';
import { compareVersion, compareVersionLists } from './compare-versions.ts';
import type { Finding } from './finding.ts';
import { Report, type ReportOptions } from './report.ts';
import { checkRollback } from './rollback.ts';
import { compareRoundTrips } from './round-trip.ts';

/** Everything about a change of one definition that somebody may notice. */
export function compareDefinitions(
  old: ApiDefinition,
  next: ApiDefinition,
  options: ReportOptions = {},
): readonly Finding[] {
  const report = new Report(next, options);
  compareNames(old, next, report.wholeDefinition());
  compareVersionLists(old, next, report);
  for (const version of next.versions) {
    const before = versionNamed(old, version.name);
    if (before === undefined) continue;
    compareVersion(before, version, report);
    checkRollback(before, version, report);
  }
  comparePairs(old, next, report);
  compareRoundTrips(old, next, report);
  return report.findings;
}

/** A definition that is gone. One of the same kind in its place is told, for that is what clients look for. */
export function removedDefinition(
  old: ApiDefinition,
  others: readonly Pick<ApiDefinition, 'name' | 'kind'>[],
  options: ReportOptions = {},
): Finding[] {
  const report = new Report(old, options);
  const heir = others.find(({ kind, name }) => kind === old.kind && name !== old.name);
  const message =
    heir === undefined ? 'the definition is gone' : `the definition is gone; ${heir.name} has the same kind`;
  report.wholeDefinition().note({ rule: 'identity-changed', message });
  return report.findings;
}
