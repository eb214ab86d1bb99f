import { type Comparison, findingText, inOrder } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { ruleNamed } from '../report.ts';

const words = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** Annotations in the log of a GitHub workflow. */
export function githubReport({ findings }: Comparison): string {
  return inOrder(findings).map(annotation).join('');
}

function annotation(finding: Finding): string {
  const { severity, origin, line, definition, version, rule } = finding;
  const title = `${definition} ${version}`.trim();
  const message = `${findingText(finding)} (${rule}). ${ruleNamed(rule)?.advice ?? ''}`;
  return `::${words[severity]} file=${property(origin)},line=${line},title=${property(title)}::${data(message)}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
