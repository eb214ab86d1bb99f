import type { Json } from '#meta';
import { type ApiDefinition, type Stability, stabilityOf } from './api-definition.ts';
import { type Finding, type Path, pathText } from './finding.ts';
import { type Direction, type Rule, type RuleId, rules, type Severity } from './rules/index.ts';

/** How sure it is that somebody notices. */
type Doubt = 'undecided' | 'unlikely';

export interface Noted {
  readonly rule: RuleId;
  readonly path?: Path;
  readonly message: string;
  /** Of a rule about values: fewer are valid than before, or more. */
  readonly effect?: 'tightens' | 'loosens';
  readonly doubt?: Doubt | undefined;
  readonly evidence?: readonly Json[];
}

/** Every severity by its weight. */
export const severities: readonly Severity[] = ['note', 'warning', 'error'];

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

export function ruleNamed(id: string): Rule | undefined {
  return byId.get(id);
}

export interface ReportOptions {
  /** Judges every version as if it had promised this much. */
  readonly stability?: Stability | undefined;
  /** Counts doubtful findings as certain, and reports what only people can judge. */
  readonly strict?: boolean | undefined;
}

/** Collects what is found about one definition, and knows how much each thing matters. */
export class Report {
  readonly findings: Finding[] = [];
  readonly #definition: ApiDefinition;
  readonly #options: ReportOptions;

  constructor(definition: ApiDefinition, options: ReportOptions = {}) {
    this.#definition = definition;
    this.#options = options;
  }

  /** What concerns the definition as a whole is as grave as its most stable version is stable. */
  wholeDefinition(): VersionReport {
    const stable = this.#definition.versions.map(({ name }) => stabilityOf(name)).sort(byPromise)[0] ?? 'stable';
    return new VersionReport(this, { name: '', stability: stable, hasStatus: false });
  }

  version(name: string, { hasStatus = false } = {}): VersionReport {
    // Of two versions that do not agree, the one that promises more counts.
    const stability = name.split(', ').map(stabilityOf).sort(byPromise)[0] ?? 'stable';
    return new VersionReport(this, { name, stability, hasStatus });
  }

  add(noted: Noted, { name, stability, hasStatus }: VersionFacts): void {
    const { path = [], message, evidence } = noted;
    const rule = byId.get(ruleFor(noted, hasStatus && path[0] === 'status')) as Rule;
    const directions = directionsOf(rule, noted);
    const { stability: promised = stability, strict = false } = this.#options;
    const grades = directions.map((direction) => rule.severity[direction]?.[promised] ?? 'note');
    if (strict && rule.judgedByPeople) grades.push('error');
    this.findings.push({
      rule: rule.id as RuleId,
      severity: strict ? heaviest(grades) : doubted(heaviest(grades), noted.doubt),
      directions,
      definition: this.#definition.name,
      version: name,
      path: pathText(path),
      message,
      ...(noted.doubt === undefined ? {} : { undecided: true as const }),
      ...(evidence === undefined || evidence.length === 0 ? {} : { evidence }),
      origin: this.#definition.origin,
      line: this.#definition.line,
    });
  }
}

interface VersionFacts {
  readonly name: string;
  readonly stability: Stability;
  readonly hasStatus: boolean;
}

/** Collects what is found about one version. */
export class VersionReport {
  readonly #report: Report;
  readonly #facts: VersionFacts;

  constructor(report: Report, facts: VersionFacts) {
    this.#report = report;
    this.#facts = facts;
  }

  note(noted: Noted): void {
    this.#report.add(noted, this.#facts);
  }
}

/** Status is written by its controller alone: what may be written there follows a rule of its own. */
function ruleFor({ rule, effect }: Noted, isStatus: boolean): RuleId {
  if (!isStatus || effect === undefined) return rule;
  return effect === 'tightens' ? 'status-tightened' : 'status-loosened';
}

function directionsOf(rule: Rule, { effect }: Noted): readonly Direction[] {
  const known = (['send', 'read'] as const).filter((direction) => rule.severity[direction] !== undefined);
  if (effect === undefined || known.length < 2) return known;
  return effect === 'tightens' ? ['send'] : ['read'];
}

function heaviest(grades: readonly Severity[]): Severity {
  return severities.findLast((severity) => grades.includes(severity)) ?? 'note';
}

function doubted(severity: Severity, doubt: Doubt | undefined): Severity {
  if (doubt === 'unlikely') return 'note';
  return doubt === 'undecided' && severity === 'error' ? 'warning' : severity;
}

const promises: readonly Stability[] = ['stable', 'beta', 'alpha'];

function byPromise(a: Stability, b: Stability): number {
  return promises.indexOf(a) - promises.indexOf(b);
}
