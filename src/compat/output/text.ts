import { type Comparison, countBySeverity, findingText, inOrder } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { ruleNamed, severities } from '../report.ts';
import type { Severity } from '../rules/index.ts';
import { evidenceText } from './evidence.ts';

interface TextOptions {
  /** What is less grave is only counted. */
  readonly show: Severity;
}

/** For people: by definition and version, the gravest first, each rule with its advice. */
export function textReport(comparison: Comparison, { show }: TextOptions): string {
  const { findings, accepted, complaints, definitions } = comparison;
  const shown = inOrder(findings).filter(({ severity }) => severities.indexOf(severity) >= severities.indexOf(show));
  const lines = groups(shown, ({ definition, version }) => `${definition} ${version}`.trim()).flatMap(
    ([title, group]) => [
      title,
      ...groups(group, ({ severity, rule }) => `${severity} ${rule}`).flatMap(([, same]) => ruleLines(same)),
      '',
    ],
  );
  const counts = countBySeverity(findings);
  const hidden = findings.length - shown.length;
  return `${[
    ...lines,
    ...complaints,
    `${definitions} ${definitions === 1 ? 'definition' : 'definitions'} compared: ${countText(counts)}${accepted.length === 0 ? '' : `, ${accepted.length} accepted`}.${hidden === 0 ? '' : ` --show note shows the other ${hidden}.`}`,
  ].join('\n')}\n`;
}

function ruleLines(findings: readonly Finding[]): string[] {
  const [first] = findings;
  const rule = first === undefined ? undefined : ruleNamed(first.rule);
  if (first === undefined || rule === undefined) return [];
  return [
    `  ${first.severity}  ${rule.id}: ${rule.title}`,
    ...findings.flatMap((finding) => [
      `    - ${findingText(finding)}`,
      ...evidenceText(finding).map((line) => `        ${line}`),
    ]),
    `    ${rule.advice}`,
  ];
}

export function countText({ error, warning, note }: Readonly<Record<Severity, number>>): string {
  const some = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
  return `${some(error, 'error')}, ${some(warning, 'warning')}, ${some(note, 'note')}`;
}

export function groups<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): readonly (readonly [string, readonly T[]])[] {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const group = found.get(keyOf(item));
    if (group === undefined) found.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...found];
}
