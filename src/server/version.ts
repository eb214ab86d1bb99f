import { readFileSync } from 'node:fs';
import type { JsonObject } from '#meta';

/** The version of Kubernetes whose API is spoken. */
export const KUBERNETES_VERSION = 'v1.36';

/** Pinnace's own version, from package.json: two folders up, both from src/server and from dist/server. */
export function pinnaceVersion(): string {
  known ??= readVersion();
  return known;
}
let known: string | undefined;

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** What `/version` tells: the API's version for clients that compare it, ours behind the plus sign. */
export function versionInfo(): JsonObject {
  const [major, minor] = KUBERNETES_VERSION.slice(1).split('.') as [string, string];
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion: `${KUBERNETES_VERSION}.0+pinnace-${pinnaceVersion()}`,
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: `node ${process.version}`,
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  };
}
