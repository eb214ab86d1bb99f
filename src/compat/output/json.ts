import { type Comparison, countBySeverity, inOrder } from '../comparison.ts';

/** Everything, for programs. */
export function jsonReport(comparison: Comparison): string {
  const { findings, ...rest } = comparison;
  const report = { ...rest, counts: countBySeverity(findings), findings: inOrder(findings) };
  return `${JSON.stringify(report, (_, value) => (typeof value === 'bigint' ? Number(value) : value), 2)}\n`;
}
