import { type AcceptedFinding, type Comparison, findingText, inOrder } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { rules } from '../rules/index.ts';

/** SARIF 2.1.0, for code scanning. Accepted findings are there too, as suppressed. */
export function sarifReport({ findings, accepted }: Comparison): string {
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'pinnace-compat', rules: rules.map(described) } },
        columnKind: 'utf16CodeUnits',
        results: [...inOrder(findings).map(result), ...accepted.map(suppressed)],
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function described({ id, title, meaning, why, advice, severity }: (typeof rules)[number]) {
  const level = severity.send?.stable ?? severity.read?.stable ?? 'note';
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: `${meaning} ${why}` },
    help: { text: advice },
    defaultConfiguration: { level },
  };
}

const indexOf: ReadonlyMap<string, number> = new Map(rules.map(({ id }, at) => [id, at]));

function result(finding: Finding) {
  const { rule, severity, definition, version, path, origin, line } = finding;
  const place = [definition, version, path].filter((part) => part !== '').join('/');
  return {
    ruleId: rule,
    ruleIndex: indexOf.get(rule) ?? 0,
    level: severity,
    message: { text: `${place}: ${findingText({ ...finding, path: '' })}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(origin) }, region: { startLine: Math.max(line, 1) } },
        logicalLocations: [{ fullyQualifiedName: place }],
      },
    ],
    // The same finding in the next run is the same, wherever it stands in the file then.
    partialFingerprints: { 'pinnaceCompat/v1': `${rule} ${place}` },
  };
}

function suppressed({ reason, ...finding }: AcceptedFinding) {
  return { ...result(finding), suppressions: [{ kind: 'external', justification: reason }] };
}

function uriOf(origin: string): string {
  return encodeURI(origin.replaceAll('\\', '/')).replaceAll('#', '%23');
}
