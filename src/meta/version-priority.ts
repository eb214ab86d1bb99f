import { parseInt64 } from './go-text.ts';

type Maturity = 'alpha' | 'beta' | 'stable';

interface KubeVersion {
  readonly maturity: number;
  readonly major: bigint;
  readonly minor: bigint;
}

const maturities: Readonly<Record<Maturity, number>> = { alpha: 0, beta: 1, stable: 2 };
const kubeVersion = /^v([0-9]+)(?:(alpha|beta)([0-9]+))?$/;

/**
 * The order of preference: stable before beta before alpha, each from the highest number down, then every other name
 * in alphabetical order. Sorts the best version first:
 * `v10, v2, v1, v11beta2, v10beta3, v3beta1, v12alpha1, v11alpha2, foo1, foo10`.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  if (left === undefined && right === undefined) return a < b ? -1 : a > b ? 1 : 0;
  if (left === undefined) return 1;
  if (right === undefined) return -1;
  return (
    right.maturity - left.maturity || descending(left.major, right.major) || descending(left.minor, right.minor) || 0
  );
}

function parseVersion(version: string): KubeVersion | undefined {
  const match = kubeVersion.exec(version);
  if (match === null) return undefined;
  const major = parseInt64(match[1] as string);
  const minor = parseInt64(match[3] ?? '0');
  if (typeof major === 'string' || typeof minor === 'string') return undefined;
  return { maturity: maturities[(match[2] ?? 'stable') as Maturity], major, minor };
}

function descending(a: bigint, b: bigint): number {
  return a > b ? -1 : a < b ? 1 : 0;
}
