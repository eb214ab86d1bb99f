import { compareUtf8, goNumError, goQuote } from '#meta';
import { declare, type Library, memberOverload, overload } from '../library/library.ts';
import { noSuchOverload } from '../values/traits.ts';
import { type CelType, objectType, types } from '../values/type.ts';
import { CelError, normalInt, OpaqueValue, type Value } from '../values/value.ts';

const { bool, int, string } = types;
const semverType = objectType('kubernetes.Semver');

/** A semantic version. Build metadata does not count in comparisons. */
interface Version {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  readonly prerelease: readonly (bigint | string)[];
  readonly build: readonly string[];
}

class SemverValue extends OpaqueValue {
  readonly version: Version;

  constructor(version: Version) {
    super();
    this.version = version;
  }
  get type(): CelType {
    return semverType;
  }
  equals(other: Value): Value {
    return other instanceof SemverValue ? compareVersions(this.version, other.version) === 0 : noSuchOverload();
  }
  override toString(): string {
    const { numbers, prerelease, build } = this.version;
    const before = prerelease.length === 0 ? '' : `-${prerelease.join('.')}`;
    return `${numbers.join('.')}${before}${build.length === 0 ? '' : `+${build.join('.')}`}`;
  }
}

class VersionFault {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

function parseVersion(text: string): Version {
  if (text === '') throw new VersionFault('Version string empty');
  const parts = /^([^.]*)\.([^.]*)\.(.*)$/s.exec(text);
  if (parts === null) throw new VersionFault('No Major.Minor.Patch elements found');
  const [, major = '', minor = '', rest = ''] = parts;
  const numbers = [readNumber(major, 'major'), readNumber(minor, 'minor')] as const;
  const [, patch = '', before, build] = /^([^+-]*)(?:-([^+]*))?(?:\+(.*))?$/s.exec(rest) ?? [];
  return {
    numbers: [...numbers, readNumber(patch, 'patch')],
    prerelease: before === undefined ? [] : before.split('.').map(readPrerelease),
    build: build === undefined ? [] : build.split('.').map(readBuild),
  };
}

function readNumber(text: string, name: string): bigint {
  if (!/^[0-9]*$/.test(text)) throw new VersionFault(`Invalid character(s) found in ${name} number ${goQuote(text)}`);
  if (/^0./.test(text)) {
    const title = name.replace(/^./, (letter) => letter.toUpperCase());
    throw new VersionFault(`${title} number must not contain leading zeroes ${goQuote(text)}`);
  }
  return parseUint(text);
}

function parseUint(text: string): bigint {
  const fault = text === '' ? 'syntax' : text.length > 20 || BigInt(text) >= 2n ** 64n ? 'range' : undefined;
  if (fault !== undefined) throw new VersionFault(goNumError('ParseUint', text, fault));
  return BigInt(text);
}

function readPrerelease(text: string): bigint | string {
  if (text === '') throw new VersionFault('Prerelease is empty');
  if (/^[0-9]+$/.test(text)) {
    if (/^0./.test(text))
      throw new VersionFault(`Numeric PreRelease version must not contain leading zeroes ${goQuote(text)}`);
    return parseUint(text);
  }
  if (/^[0-9A-Za-z-]+$/.test(text)) return text;
  throw new VersionFault(`Invalid character(s) found in prerelease ${goQuote(text)}`);
}

function readBuild(text: string): string {
  if (text === '') throw new VersionFault('Build meta data is empty');
  if (/^[0-9A-Za-z-]+$/.test(text)) return text;
  throw new VersionFault(`Invalid character(s) found in build meta data ${goQuote(text)}`);
}

/** `v1.02` is `1.2.0`. */
function normalized(text: string): string {
  const parts = (/^v?([^.]*)(?:\.([^.]*)(?:\.(.*))?)?$/s.exec(text) ?? [])
    .slice(1)
    .filter((part) => part !== undefined)
    .map((part) => (part.length > 1 ? part.replace(/^0*/, '').replace(/^(?![0-9])/, '0') : part));
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? ''))
    throw new VersionFault('short version cannot contain PreRelease/Build meta data');
  while (parts.length < 3) parts.push('0');
  return parts.join('.');
}

function read(text: string, { normalize }: { normalize: boolean }): Version | CelError {
  try {
    return parseVersion(normalize ? normalized(text) : text);
  } catch (fault) {
    if (fault instanceof VersionFault) return new CelError(fault.message);
    throw fault;
  }
}

function compareVersions(a: Version, b: Version): -1 | 0 | 1 {
  for (const [i, number] of a.numbers.entries()) {
    const other = b.numbers[i] as bigint;
    if (number !== other) return number > other ? 1 : -1;
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0)
    return a.prerelease.length === b.prerelease.length ? 0 : a.prerelease.length === 0 ? 1 : -1;
  for (const [i, part] of a.prerelease.entries()) {
    const other = b.prerelease[i];
    if (other === undefined) return 1;
    const order = comparePrereleases(part, other);
    if (order !== 0) return order > 0 ? 1 : -1;
  }
  return a.prerelease.length === b.prerelease.length ? 0 : -1;
}

/** Numbers come before words. */
function comparePrereleases(a: bigint | string, b: bigint | string): number {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? Number(a > b) - Number(a < b) : -1;
  return typeof b === 'bigint' ? 1 : compareUtf8(a, b);
}

function toSemver(text: string, normalize: boolean): Value {
  const version = read(text, { normalize });
  return version instanceof CelError ? version : new SemverValue(version);
}

const isSemver = (text: string, normalize: boolean): Value => !(read(text, { normalize }) instanceof CelError);
const number = (index: 0 | 1 | 2) => (value: SemverValue) => normalInt(BigInt.asIntN(64, value.version.numbers[index]));
const pair = [semverType, semverType];
const order = (a: SemverValue, b: SemverValue) => compareVersions(a.version, b.version);

export const kubernetesSemver: Library = {
  functions: [
    declare(
      'semver',
      overload('string_to_semver', [[string], semverType], (text: string) => toSemver(text, false)),
      overload('string_bool_to_semver', [[string, bool], semverType], toSemver),
    ),
    declare(
      'isSemver',
      overload('is_semver_string', [[string], bool], (text: string) => isSemver(text, false)),
      overload('is_semver_string_bool', [[string, bool], bool], isSemver),
    ),
    declare(
      'isGreaterThan',
      memberOverload('semver_is_greater_than', [pair, bool], (a: SemverValue, b: SemverValue) => order(a, b) > 0),
    ),
    declare(
      'isLessThan',
      memberOverload('semver_is_less_than', [pair, bool], (a: SemverValue, b: SemverValue) => order(a, b) < 0),
    ),
    declare('compareTo', memberOverload('semver_compare_to', [pair, int], order)),
    declare('major', memberOverload('semver_major', [[semverType], int], number(0))),
    declare('minor', memberOverload('semver_minor', [[semverType], int], number(1))),
    declare('patch', memberOverload('semver_patch', [[semverType], int], number(2))),
  ],
};
