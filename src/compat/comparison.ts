import type { Finding } from './finding.ts';
import { severities } from './report.ts';
import type { Severity } from './rules/index.ts';

/** What came out of comparing two sets of definitions. */
export interface Comparison {
  readonly old: string;
  readonly new: string;
  /** How many definitions were compared. */
  readonly definitions: number;
  readonly findings: readonly Finding[];
  readonly accepted: readonly AcceptedFinding[];
  /** Entries of the file of accepted findings that match nothing or are over. */
  readonly complaints: readonly string[];
}

export interface AcceptedFinding extends Finding {
  readonly reason: string;
}

export function countBySeverity(findings: readonly Finding[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** Whether anything is as grave as that. */
export function hasAtLeast(findings: readonly Finding[], severity: Severity): boolean {
  return findings.some((finding) => severities.indexOf(finding.severity) >= severities.indexOf(severity));
}

/** `spec.color: the field is gone; 3 of 9 objects, for instance default/a` */
export function findingText({ path, message, touched }: Finding): string {
  const where = path === '' ? '' : `${path}: `;
  if (touched === undefined) return `${where}${message}`;
  const some = touched.examples.length === 0 ? '' : `, for instance ${touched.examples.join(', ')}`;
  return `${where}${message}; it touches ${touched.count} of ${touched.of} objects${some}`;
}

/** By definition, then version, then gravity, then rule: as people read it. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const key = ({ definition, version, rule, path }: Finding): readonly string[] => [definition, version, rule, path];
  return [...findings].sort((a, b) => {
    const weight = severities.indexOf(b.severity) - severities.indexOf(a.severity);
    const [left, right] = [key(a), key(b)];
    return (
      compare(left[0], right[0]) ||
      compare(left[1], right[1]) ||
      weight ||
      compare(left[2], right[2]) ||
      compare(left[3], right[3])
    );
  });
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
