import { durationLiterals, homogeneousLiterals, patternLiterals, timestampLiterals } from '../check/validator.ts';
import { Environment, type EnvironmentOptions } from '../environment.ts';
import { listsLibrary } from '../library/lists.ts';
import { optionalLibrary } from '../library/optional.ts';
import { setsLibrary } from '../library/sets.ts';
import { stringsLibrary } from '../library/strings.ts';
import { twoVariableLibrary } from '../library/two-variable-library.ts';
import { kubernetesCidr, kubernetesIp } from './addresses.ts';
import { kubernetesAuthorizer, kubernetesAuthorizerSelectors } from './authorizer.ts';
import { kubernetesCosts } from './costs.ts';
import { kubernetesLists } from './lists.ts';
import { kubernetesFormats } from './named-formats.ts';
import { kubernetesQuantity } from './quantity.ts';
import { kubernetesRegex, regexPatternFunctions } from './regex.ts';
import { kubernetesSemver } from './semver.ts';
import { kubernetesUrls } from './urls.ts';

/** The minor version of Kubernetes 1, or the newest there is. */
export type KubernetesVersion = number | 'newest';

/** What new expressions are compiled against: the version before this one, so that a server can be rolled back. */
export const COMPATIBILITY_VERSION = 35;

/** What an evaluation of one expression may cost. */
export const PER_CALL_COST_LIMIT = 1_000_000;

/** The version with which something came, and the one with which it was removed. */
interface Versioned {
  readonly since: number;
  readonly until?: number;
  readonly options: EnvironmentOptions;
}

/** k8s: apiserver/pkg/cel/environment/base.go. The order is that of overloads, which shows in types. */
const table: readonly Versioned[] = [
  {
    since: 0,
    options: {
      libraries: [{ validators: [homogeneousLiterals] }, kubernetesUrls, kubernetesRegex, kubernetesLists],
      patternFunctions: regexPatternFunctions,
      functionCosts: kubernetesCosts,
    },
  },
  { since: 27, options: { libraries: [kubernetesAuthorizer] } },
  { since: 28, options: { crossTypeComparisons: true, libraries: [optionalLibrary, kubernetesQuantity] } },
  {
    since: 29,
    options: {
      libraries: [{ validators: [durationLiterals, timestampLiterals, patternLiterals] }],
    },
  },
  { since: 0, until: 29, options: { libraries: [stringsLibrary(0)] } },
  { since: 29, options: { libraries: [stringsLibrary(2)] } },
  { since: 29, options: { libraries: [setsLibrary] } },
  { since: 30, options: { libraries: [kubernetesIp, kubernetesCidr] } },
  { since: 31, options: { libraries: [kubernetesFormats] } },
  // They depend on a feature gate that is on, not on the version.
  { since: 0, options: { libraries: [kubernetesAuthorizerSelectors] } },
  { since: 32, options: { libraries: [twoVariableLibrary] } },
  { since: 33, options: { libraries: [kubernetesSemver] } },
  { since: 34, options: { libraries: [listsLibrary] } },
];

const made = new Map<KubernetesVersion, Environment>();

/**
 * The functions that expressions may use. New expressions are compiled against the version that the server can be rolled
 * back to; stored ones, whoever wrote them, against the newest.
 */
export function kubernetesEnvironment(version: KubernetesVersion): Environment {
  let environment = made.get(version);
  if (environment === undefined) {
    environment = makeEnvironment(version);
    made.set(version, environment);
  }
  return environment;
}

function makeEnvironment(version: KubernetesVersion): Environment {
  const minor = version === 'newest' ? Number.POSITIVE_INFINITY : version;
  const isThere = ({ since, until }: Versioned): boolean => minor >= since && (until === undefined || minor < until);
  return table.filter(isThere).reduce((environment, { options }) => environment.extend(options), Environment.create());
}
