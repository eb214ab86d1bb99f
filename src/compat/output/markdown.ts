import { type Comparison, countBySeverity, findingText, inOrder } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { ruleNamed } from '../report.ts';
import { countText, groups } from './text.ts';

/** For a comment on a change. */
export function markdownReport(comparison: Comparison): string {
  const { findings, accepted, definitions } = comparison;
  const lines = [
    `**${definitions} ${definitions === 1 ? 'definition' : 'definitions'} compared: ${countText(countBySeverity(findings))}.**`,
    '',
    ...groups(inOrder(findings), ({ definition, version }) => `${definition} ${version}`.trim()).flatMap(
      ([title, group]) => [
        `### ${cell(title)}`,
        '',
        '| | rule | what | how to do it right |',
        '|---|---|---|---|',
        ...group.map(row),
        '',
      ],
    ),
    ...(accepted.length === 0 ? [] : ['### Accepted', '', '| rule | what | reason |', '|---|---|---|']),
    ...accepted.map(
      (finding) =>
        `| ${finding.rule} | ${cell(`${finding.definition} ${findingText(finding)}`)} | ${cell(finding.reason)} |`,
    ),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function row(finding: Finding): string {
  return `| ${finding.severity} | ${finding.rule} | ${cell(findingText(finding))} | ${cell(ruleNamed(finding.rule)?.advice ?? '')} |`;
}

function cell(text: string): string {
  return text.replace(/[\\|<>`*_[\]]/g, '\\$&').replace(/\s+/g, ' ');
}
