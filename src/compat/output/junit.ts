import { type Comparison, findingText, hasAtLeast, inOrder } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { ruleNamed } from '../report.ts';
import type { Severity } from '../rules/index.ts';
import { groups } from './text.ts';

/** JUnit, where each finding is a test: one that is grave enough to fail the run is a failed test. */
export function junitReport({ findings }: Comparison, failOn: Severity): string {
  const suites = groups(inOrder(findings), ({ definition }) => definition);
  const total = Math.max(findings.length, 1);
  const failed = findings.filter((finding) => hasAtLeast([finding], failOn)).length;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="pinnace compat" tests="${total}" failures="${failed}">`,
    ...suites.flatMap(([name, found]) => suiteLines(name, found, failOn)),
    ...(suites.length === 0
      ? [
          '  <testsuite name="all" tests="1" failures="0">',
          '    <testcase name="no findings" classname="all"/>',
          '  </testsuite>',
        ]
      : []),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function suiteLines(name: string, findings: readonly Finding[], failOn: Severity): string[] {
  const failed = findings.filter((finding) => hasAtLeast([finding], failOn)).length;
  return [
    `  <testsuite name="${escaped(name)}" tests="${findings.length}" failures="${failed}">`,
    ...findings.flatMap((finding) => caseLines(finding, hasAtLeast([finding], failOn) ? 'failure' : 'system-out')),
    '  </testsuite>',
  ];
}

function caseLines(finding: Finding, element: 'failure' | 'system-out'): string[] {
  const { definition, version, rule, path } = finding;
  const message = `${finding.severity}: ${findingText(finding)}`;
  const inner = escaped(`${message}\n${ruleNamed(rule)?.advice ?? ''}`);
  const attributes = element === 'failure' ? ` type="${rule}" message="${escaped(message)}"` : '';
  return [
    `    <testcase classname="${escaped(`${definition} ${version}`.trim())}" name="${escaped(`${rule} ${path}`.trim())}">`,
    `      <${element}${attributes}>${inner}</${element}>`,
    '    </testcase>',
  ];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** Also without the characters that XML has no way to write. */
function escaped(text: string): string {
  return [...text].map((one) => entities[one] ?? (isXmlCharacter(one) ? one : '�')).join('');
}

function isXmlCharacter(character: string): boolean {
  const code = character.codePointAt(0) as number;
  return (code >= 32 && code !== 0xfffe && code !== 0xffff) || character === '\t' || character === '\r';
}
