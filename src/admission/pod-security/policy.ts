import { type FieldError, fieldErrors, path } from '#meta';

/** What a namespace demands of its pods, as its labels say it. k8s: pod-security-admission/api/helpers.go */

const levels = ['privileged', 'baseline', 'restricted'] as const;
type Level = (typeof levels)[number];

/** A level as it was in a minor release, or as it is now. */
export interface Standard {
  readonly level: Level;
  readonly version: number | 'latest';
}

export interface Policy {
  /** What is refused. */
  readonly enforce: Standard;
  /** What is written to the audit log. */
  readonly audit: Standard;
  /** What is warned of. */
  readonly warn: Standard;
}

export interface ReadPolicy {
  readonly policy: Policy;
  readonly faults: readonly FieldError[];
}

type Labels = { readonly [key: string]: string };

export const PREFIX = 'pod-security.kubernetes.io/';
const open: Standard = { level: 'privileged', version: 'latest' };

/** A fault in the labels never allows more: an invalid level is enforced as the strictest one. */
export function policyOf(labels: Labels = {}): ReadPolicy {
  const faults: FieldError[] = [];
  const level = (mode: string) => readLabel(labels, mode, { read: parseLevel, form: LEVEL_FORM, faults });
  const version = (mode: string) =>
    readLabel(labels, `${mode}-version`, { read: parseVersion, form: VERSION_FORM, faults });
  const said = { enforce: level('enforce'), enforceVersion: version('enforce') };
  const audit: Standard = { level: level('audit').value ?? 'privileged', version: version('audit').value ?? 'latest' };
  const warn = level('warn');
  const warnVersion = version('warn');
  const enforce: Standard = {
    level: said.enforce.missing ? open.level : (said.enforce.value ?? 'restricted'),
    version: said.enforceVersion.value ?? 'latest',
  };
  // Without a label for warnings, the enforced level is warned of too.
  const follows = warn.missing && said.enforce.value !== undefined;
  return {
    faults,
    policy: {
      enforce,
      audit,
      warn: {
        level: follows ? enforce.level : (warn.value ?? 'privileged'),
        version: follows && warnVersion.missing ? enforce.version : (warnVersion.value ?? 'latest'),
      },
    },
  };
}

interface Said<T> {
  /** Undefined also where it is wrong. */
  readonly value: T | undefined;
  readonly missing: boolean;
}

interface Reading<T> {
  readonly read: (text: string) => T | undefined;
  readonly form: string;
  readonly faults: FieldError[];
}

function readLabel<T>(labels: Labels, name: string, { read, form, faults }: Reading<T>): Said<T> {
  const key = PREFIX + name;
  if (!Object.hasOwn(labels, key)) return { value: undefined, missing: true };
  const text = labels[key] ?? '';
  const value = read(text);
  if (value === undefined) faults.push(fieldErrors.invalid(path('metadata', 'labels').key(key), text, form));
  return { value, missing: false };
}

const LEVEL_FORM = `must be one of ${levels.join(', ')}`;
const VERSION_FORM = 'must be "latest" or "v1.x"';

function parseLevel(text: string): Level | undefined {
  return levels.find((level) => level === text);
}

function parseVersion(text: string): Standard['version'] | undefined {
  if (text === 'latest') return text;
  const minor = /^v1\.(\d|[1-9]\d{1,8})$/.exec(text)?.[1];
  return minor === undefined ? undefined : Number(minor);
}

export function isStricter(a: Level, b: Level): boolean {
  return levels.indexOf(a) > levels.indexOf(b);
}

export function isSame(a: Standard, b: Standard): boolean {
  return a.level === b.level && a.version === b.version;
}

/** `restricted:latest`, `baseline:v1.25` */
export function showStandard({ level, version }: Standard): string {
  return `${level}:${version === 'latest' ? version : `v1.${version}`}`;
}
