import { describe, expect, it } from 'vitest';
import { readFeatureGates } from './feature-gates.ts';

describe('feature gates', () => {
  it('are off unless somebody turns them on', () => {
    expect(readFeatureGates([]).isOn('CBORServingAndStorage')).toBe(false);
    const gates = readFeatureGates(['CBORServingAndStorage=true', 'ManifestBasedAdmissionControlConfig=F']);
    expect(gates.isOn('CBORServingAndStorage')).toBe(true);
    expect(gates.isOn('ManifestBasedAdmissionControlConfig')).toBe(false);
  });
  it('are turned on together by AllAlpha, but for those that are named', () => {
    const gates = readFeatureGates(['CBORServingAndStorage=false', 'AllAlpha=1']);
    expect(gates.isOn('CBORServingAndStorage')).toBe(false);
    expect(gates.isOn('ManifestBasedAdmissionControlConfig')).toBe(true);
  });
  it.each([
    ['CBORServingAndStorage', '--feature-gates: missing bool value for CBORServingAndStorage'],
    [
      'CBORServingAndStorage=yes',
      '--feature-gates: invalid value of CBORServingAndStorage=yes, err: strconv.ParseBool: parsing "yes": invalid syntax',
    ],
    ['NoSuchGate=true', '--feature-gates: unrecognized feature gate: NoSuchGate; Pinnace has AllAlpha, CBORServing'],
  ])('%s ends the start', (pair, message) => {
    expect(() => readFeatureGates([pair])).toThrow(message);
  });
});
