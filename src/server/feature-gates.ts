import { StartError } from './start-error.ts';

/** What of upstream's feature gates there is a switch for here. All of them are off unless somebody turns them on. */
const gateNames = ['CBORServingAndStorage', 'ManifestBasedAdmissionControlConfig'] as const;
type FeatureGate = (typeof gateNames)[number];

/** All of them are alpha: this names them together. */
const ALL = 'AllAlpha';

/** Whether `--feature-gates` has a meaning here under this name. */
export const isGate = (name: string): boolean => name === ALL || gateNames.some((gate) => gate === name);

export interface FeatureGates {
  isOn(gate: FeatureGate): boolean;
}

/** Reads `NAME=true|false` pairs. Throws a `StartError` in upstream's words. k8s: component-base/featuregate */
export function readFeatureGates(pairs: readonly string[]): FeatureGates {
  const said = new Map(pairs.map(splitPair));
  return { isOn: (gate) => said.get(gate) ?? said.get(ALL) ?? false };
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((word) => [word, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((word) => [word, false] as const),
]);

function splitPair(pair: string): [string, boolean] {
  const at = pair.indexOf('=');
  if (at < 0) throw refusal(`missing bool value for ${pair}`);
  const name = pair.slice(0, at).trim();
  const word = pair.slice(at + 1).trim();
  const value = truths.get(word);
  if (value === undefined) {
    throw refusal(`invalid value of ${name}=${word}, err: strconv.ParseBool: parsing "${word}": invalid syntax`);
  }
  if (!isGate(name)) {
    throw refusal(`unrecognized feature gate: ${name}; Pinnace has ${[ALL, ...gateNames].join(', ')}`);
  }
  return [name, value];
}

const refusal = (why: string): StartError => new StartError(`--feature-gates: ${why}`);
