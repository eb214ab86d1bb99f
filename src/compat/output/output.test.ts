import { describe, expect, it } from 'vitest';
import {
  type Comparison,
  compareDefinitions,
  exampleDefinition,
  explanation,
  githubReport,
  jsonReport,
  junitReport,
  markdownReport,
  readAccepted,
  readDefinition,
  rules,
  sarifReport,
  sortAccepted,
  textReport,
} from '../index.ts';

const read = (spec: object) =>
  readDefinition(exampleDefinition({ spec: spec as never }), { origin: 'crds/a,b.yaml', line: 7 });
const findings = compareDefinitions(
  read({
    color: { type: 'string', description: 'Color.' },
    size: { type: 'integer', maximum: 9, description: 'Size.' },
  }),
  read({ size: { type: 'integer', maximum: 10, description: 'Size, <big> | small.' } }),
);
const comparison: Comparison = { old: 'a', new: 'b', definitions: 1, findings, accepted: [], complaints: [] };

describe('reports', () => {
  it('in text are grouped by version and severity, with the advice', () => {
    const text = textReport(comparison, { show: 'warning' });
    expect(text).toMatch(
      /^widgets\.example\.com v1\n {2}error {2}field-removed: .*\n {4}- spec\.color: the field is gone\n {4}Keep the field/,
    );
    expect(text.indexOf('error  field-removed')).toBeLessThan(text.indexOf('warning  bounds-loosened'));
    expect(text).toContain('1 definition compared: 1 error, 1 warning, 1 note. --show note shows the other 1.');
  });
  it('in JSON have everything', () => {
    const report = JSON.parse(jsonReport(comparison));
    expect(report).toMatchObject({ counts: { error: 1, warning: 1, note: 1 }, definitions: 1 });
    expect(report.findings[0]).toMatchObject({
      rule: 'field-removed',
      severity: 'error',
      directions: ['send', 'read'],
      path: 'spec.color',
      version: 'v1',
    });
  });
  it('in SARIF name their rule, level, place and fingerprint', () => {
    const log = JSON.parse(sarifReport(comparison));
    expect(log.version).toBe('2.1.0');
    const [{ tool, results }] = log.runs;
    expect(tool.driver.rules).toHaveLength(rules.length);
    expect(results[0]).toMatchObject({
      ruleId: 'field-removed',
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'crds/a,b.yaml' }, region: { startLine: 7 } } }],
    });
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(
      new Set(results.map((one: { partialFingerprints: object }) => JSON.stringify(one.partialFingerprints))).size,
    ).toBe(results.length);
  });
  it('in SARIF show accepted findings as suppressed', () => {
    const [first] = findings;
    const log = JSON.parse(
      sarifReport({
        ...comparison,
        findings: [],
        accepted: [{ ...(first as (typeof findings)[0]), reason: 'Nobody used it.' }],
      }),
    );
    expect(log.runs[0].results[0].suppressions).toEqual([{ kind: 'external', justification: 'Nobody used it.' }]);
  });
  it('in JUnit fail for what is grave enough', () => {
    const text = junitReport(comparison, 'error');
    expect(text).toContain('tests="3" failures="1"');
    expect(text).toContain('<failure type="field-removed" message="error: spec.color: the field is gone">');
    expect(junitReport(comparison, 'warning')).toContain('tests="3" failures="2"');
    expect(junitReport({ ...comparison, findings: [] }, 'error')).toContain('tests="1" failures="0"');
  });
  it('for GitHub escape what has a meaning there', () => {
    expect(githubReport(comparison).split('\n')[0]).toMatch(
      /^::error file=crds\/a%2Cb\.yaml,line=7,title=widgets\.example\.com v1::spec\.color: the field is gone \(field-removed\)\. /,
    );
  });
  it('in Markdown are tables', () => {
    const text = markdownReport(comparison);
    expect(text).toContain('### widgets.example.com v1');
    expect(text).toMatch(/\| error \| field-removed \| spec\.color: the field is gone \| Keep/);
  });
  it.each(rules)('explain $id with both examples', (rule) => {
    const text = explanation(rule);
    for (const part of [rule.title, rule.why, 'An example that fails:', 'One that passes:'])
      expect(text).toContain(part);
  });
});

describe('accepted findings', () => {
  const entry = {
    rule: 'field-removed',
    definition: 'widgets.example.com',
    path: 'spec.color',
    reason: 'Nobody used it.',
    expires: '2030-01-01',
  };
  const accept = (...entries: object[]) => readAccepted({ accepted: entries as never }, 'accepted.yaml');
  it('are told apart from the others until their last day', () => {
    expect(sortAccepted(findings, accept(entry), '2030-01-01')).toMatchObject({
      accepted: [{ rule: 'field-removed', reason: 'Nobody used it.' }],
      complaints: [],
    });
    const late = sortAccepted(findings, accept(entry), '2030-01-02');
    expect(late.findings).toHaveLength(findings.length);
    expect(late.complaints).toEqual([
      'The acceptance of field-removed of widgets.example.com spec.color ended on 2030-01-01.',
    ]);
  });
  it('that concern nothing are told', () => {
    expect(sortAccepted(findings, accept({ ...entry, path: 'spec.other' }), '2026-01-01').complaints).toEqual([
      'The acceptance of field-removed of widgets.example.com spec.other concerns nothing any more: remove it.',
    ]);
  });
  it.each([
    [{ ...entry, reason: ' ' }, /the reason is missing/],
    [{ ...entry, expires: 'soon' }, /expires must be a day/],
    [{ ...entry, rule: 'nope' }, /there is no rule "nope"/],
    [{ ...entry, until: 'x' }, /"until" is not one of/],
    [{ ...entry, definition: '' }, /name of the definition is missing/],
  ])('that say %j are refused', (wrong, message) => {
    expect(() => accept(wrong)).toThrow(message);
  });
});
