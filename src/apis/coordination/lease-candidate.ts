import { describeKind } from '#machinery';
import { configMapKeyFaults, type FieldError, fieldErrors, path, qualifiedNameFaults } from '#meta';
import { ageColumn, type BuiltinStrategy, column, nameColumn, validateImmutables, versionedResource } from '#resource';
import { validateBy } from '../field-validation.ts';
import { compareSemver, parseSemver, type Semver } from '../semver.ts';
import { coordinationV1alpha2 } from './v1alpha2/types.ts';
import type { Types } from './v1beta1/types.gen.ts';
import { coordinationV1beta1 } from './v1beta1/types.ts';

type LeaseCandidate = Types['LeaseCandidate'];

const spec = path('spec');
const OLDEST = 'OldestEmulationVersion';
const zero: Semver = { numbers: [0, 0, 0], prerelease: undefined };

/** A version that cannot be read counts as 0.0.0 in what follows. */
function readVersion(name: 'binaryVersion' | 'emulationVersion', text: string): [Semver, FieldError[]] {
  const version = text === '' ? zero : parseSemver(text);
  if (version !== undefined) return [version, []];
  return [zero, [fieldErrors.invalid(spec.child(name), text, 'must be a valid semantic version')]];
}

function validate({ spec: own = {} }: LeaseCandidate): FieldError[] {
  const { leaseName = '', binaryVersion = '', emulationVersion = '', strategy = '' } = own;
  const [emulated, emulatedFaults] = readVersion('emulationVersion', emulationVersion);
  const [binary, binaryFaults] = readVersion('binaryVersion', binaryVersion);
  const isBehind = binaryVersion !== '' && emulationVersion !== '' && compareSemver(binary, emulated) < 0;
  const why = 'must be greater than or equal to `emulationVersion`';
  return [
    ...(leaseName === '' ? [fieldErrors.required(spec.child('leaseName'))] : []),
    ...emulatedFaults,
    ...(binaryVersion === '' ? [fieldErrors.required(spec.child('binaryVersion'))] : binaryFaults),
    ...(isBehind ? [fieldErrors.invalid(spec.child('binaryVersion'), binaryVersion, why)] : []),
    ...validateStrategy(strategy, emulated),
  ];
}

function validateStrategy(strategy: string, emulated: Semver): FieldError[] {
  const field = spec.child('strategy');
  if (strategy === '') return [fieldErrors.required(field)];
  if (strategy === OLDEST) {
    const why = "must be specified when `strategy` is 'OldestEmulationVersion'";
    return compareSemver(emulated, zero) === 0 ? [fieldErrors.required(spec.child('emulationVersion'), why)] : [];
  }
  // The place is told twice over, as on the real server.
  const twice = field.child('strategy');
  if (strategy.includes('/')) return validateBy(twice, strategy, qualifiedNameFaults);
  return [fieldErrors.notSupported(twice, strategy, [OLDEST])];
}

const hub = coordinationV1beta1.type('LeaseCandidate');

const strategy: BuiltinStrategy<LeaseCandidate> = {
  validateName: configMapKeyFaults,
  repeats: ['change'],
  createsOnUpdate: true,
  updatesUnconditionally: false,
  validateCreate: validate,
  validateUpdate: (candidate, live) => [
    ...validate(candidate),
    ...validateImmutables(hub, { value: candidate, before: live }),
  ],
};

const candidates = describeKind({ group: 'coordination.k8s.io', kind: 'LeaseCandidate', hub })
  .version('v1beta1', { type: hub })
  .version('v1alpha2', { type: coordinationV1alpha2.type('LeaseCandidate') })
  .storedAs('v1beta1');

export const leaseCandidates = versionedResource(candidates, {
  resource: 'leasecandidates',
  namespaced: true,
  anyFinalizers: true,
  deprecated: { v1beta1: { since: '1.36', gone: '1.39' }, v1alpha2: { since: '1.35', gone: '1.38' } },
  strategy,
  columns: [
    nameColumn,
    column('LeaseName', 'The lease it could hold.', ({ spec: own }: LeaseCandidate) => own?.leaseName ?? ''),
    column('BinaryVersion', 'Version of the program.', ({ spec: own }: LeaseCandidate) => own?.binaryVersion ?? ''),
    column(
      'EmulationVersion',
      'Version that it behaves as.',
      ({ spec: own }: LeaseCandidate) => own?.emulationVersion ?? '',
    ),
    ageColumn,
  ],
});
