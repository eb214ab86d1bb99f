import {
  byteLength,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  type Int64,
  OptionalText,
  userIdFaults,
} from '#meta';
import { validateBy } from '../../field-validation.ts';
import { goValue } from '../../go-value.ts';
import type {
  AppArmorProfile,
  SeccompProfile,
  SecurityContext,
  WindowsSecurityContextOptions,
} from '../v1/types.gen.ts';
import { coreV1 } from '../v1/types.ts';
import { validateDescendingPath } from './paths.ts';

/** Rules of security contexts that pods and containers share. */

export function validateId(id: Int64 | undefined, field: FieldPath): FieldError[] {
  return id === undefined ? [] : validateBy(field, id, userIdFaults);
}

/** What the rules of a container must know of its pod. */
export interface SecurityFacts {
  readonly hostUsers: boolean;
}

export function validateSecurityContext(
  context: SecurityContext | undefined,
  field: FieldPath,
  { hostUsers }: SecurityFacts,
): FieldError[] {
  if (context === undefined) return [];
  return [
    ...(context.privileged
      ? [fieldErrors.disallowed(field.child('privileged'), 'disallowed by cluster policy', 'privileged')]
      : []),
    ...validateId(context.runAsUser, field.child('runAsUser')),
    ...validateId(context.runAsGroup, field.child('runAsGroup')),
    ...validateProcMount(context.procMount, field.child('procMount'), { hostUsers }),
    ...validateSeccompProfile(context.seccompProfile, field.child('seccompProfile')),
    ...validateEscalation(context, field),
    ...validateWindowsOptions(context.windowsOptions, field.child('windowsOptions')),
    ...validateAppArmorProfile(context.appArmorProfile, field.child('appArmorProfile')),
  ];
}

function validateProcMount(
  value: string | undefined,
  field: FieldPath,
  { hostUsers }: { readonly hostUsers: boolean },
): FieldError[] {
  if (value === undefined || value === 'Default') return [];
  if (value !== 'Unmasked') return [fieldErrors.notSupported(field, value, ['Default', 'Unmasked'])];
  return hostUsers ? [fieldErrors.invalid(field, value, '`hostUsers` must be false to use `Unmasked`')] : [];
}

/** Some settings give a container more than its parent has, whatever it says. */
function validateEscalation(context: SecurityContext, field: FieldPath): FieldError[] {
  if (context.allowPrivilegeEscalation !== false) return [];
  const admin = (context.capabilities?.add ?? []).filter((capability) => capability === 'CAP_SYS_ADMIN');
  const reasons = [
    ...(context.privileged ? ['`privileged` to true'] : []),
    ...admin.map(() => '`capabilities.Add` CAP_SYS_ADMIN'),
  ];
  const shown = goValue(coreV1.type('SecurityContext'), context);
  return reasons.map((reason) =>
    fieldErrors.invalid(field, shown, `cannot set \`allowPrivilegeEscalation\` to false and ${reason}`),
  );
}

const profileTypes = ['Localhost', 'RuntimeDefault', 'Unconfined'];

export function validateSeccompProfile(profile: SeccompProfile | undefined, field: FieldPath): FieldError[] {
  if (profile === undefined) return [];
  const { type = '', localhostProfile } = profile;
  const faults = validateProfileType(type, field.child('type'), 'seccompProfile');
  const at = field.child('localhostProfile');
  if (type !== 'Localhost') {
    if (localhostProfile === undefined) return faults;
    const shown = goValue(coreV1.type('SeccompProfile'), profile);
    return [...faults, fieldErrors.invalid(at, shown, 'can only be set when seccomp type is Localhost')];
  }
  if (localhostProfile === undefined) return [fieldErrors.required(at, 'must be set when seccomp type is Localhost')];
  return validateDescendingPath(localhostProfile, at);
}

function validateProfileType(type: string, field: FieldPath, what: string): FieldError[] {
  if (type === '') return [fieldErrors.required(field, `type is required when ${what} is set`)];
  return profileTypes.includes(type) ? [] : [fieldErrors.notSupported(field, type, profileTypes)];
}

/** As long as a path can be. */
const LONGEST_PROFILE = 4095;

export function validateAppArmorProfile(profile: AppArmorProfile | undefined, field: FieldPath): FieldError[] {
  if (profile === undefined) return [];
  const { type = '', localhostProfile } = profile;
  const at = field.child('localhostProfile');
  if (!profileTypes.includes(type)) return validateProfileType(type, field.child('type'), 'appArmorProfile');
  if (type !== 'Localhost') {
    if (localhostProfile === undefined) return [];
    return [fieldErrors.invalid(at, localhostProfile, 'can only be set when AppArmor type is Localhost')];
  }
  const needed = fieldErrors.required(at, 'must be set when AppArmor type is Localhost');
  if (localhostProfile === undefined) return [needed];
  const padded = localhostProfile.trim() !== localhostProfile;
  return [
    ...(padded ? [fieldErrors.invalid(at, localhostProfile, 'must not be padded with whitespace')] : []),
    ...(localhostProfile === '' ? [needed] : []),
    ...(byteLength(localhostProfile) > LONGEST_PROFILE ? [fieldErrors.tooLong(at, LONGEST_PROFILE)] : []),
  ];
}

const LONGEST_CREDENTIALS = 64 * 1024;

export function validateWindowsOptions(
  options: WindowsSecurityContextOptions | undefined,
  field: FieldPath,
): FieldError[] {
  if (options === undefined) return [];
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options;
  const credentials = field.child('gmsaCredentialSpec');
  const user = field.child('runAsUserName');
  return [
    ...(gmsaCredentialSpecName === undefined
      ? []
      : validateOptional(field.child('gmsaCredentialSpecName'), gmsaCredentialSpecName, dns1123SubdomainFaults)),
    ...(gmsaCredentialSpec === ''
      ? [fieldErrors.invalid(credentials, '', 'gmsaCredentialSpec cannot be an empty string')]
      : []),
    ...(gmsaCredentialSpec !== undefined && byteLength(gmsaCredentialSpec) > LONGEST_CREDENTIALS
      ? [
          fieldErrors.invalid(
            credentials,
            new OptionalText(gmsaCredentialSpec),
            'gmsaCredentialSpec size must be under 64 KiB',
          ),
        ]
      : []),
    ...(runAsUserName === undefined ? [] : validateOptional(user, runAsUserName, windowsUserFaults)),
  ];
}

function validateOptional(field: FieldPath, value: string, rule: (value: string) => readonly string[]): FieldError[] {
  return rule(value).map((fault) => fieldErrors.invalid(field, new OptionalText(value), fault));
}

const DNS_PART = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const domainName = new RegExp(`^${DNS_PART}(?:\\.${DNS_PART})*$`);
const netBiosName = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const LONGEST_DOMAIN = 256;
const LONGEST_USER = 104;

/** `DOMAIN\USER`, of which the domain may be left out. */
function windowsUserFaults(value: string): string[] {
  if (value === '') return ['runAsUserName cannot be an empty string'];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(value)) return ['runAsUserName cannot contain control characters'];
  const parts = value.split('\\');
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash'];
  const [user = '', domain] = parts.toReversed();
  return [...domainFaults(domain), ...userFaults(user)];
}

function domainFaults(domain: string | undefined): string[] {
  if (domain === undefined) return [];
  return [
    ...(byteLength(domain) >= LONGEST_DOMAIN
      ? [`runAsUserName's Domain length must be under ${LONGEST_DOMAIN} characters`]
      : []),
    ...(netBiosName.test(domain) || domainName.test(domain)
      ? []
      : ["runAsUserName's Domain doesn't match the NetBios nor the DNS format"]),
  ];
}

function userFaults(user: string): string[] {
  return [
    ...(user === '' ? ["runAsUserName's User cannot be empty"] : []),
    ...(byteLength(user) > LONGEST_USER
      ? [`runAsUserName's User length must not be longer than ${LONGEST_USER} characters`]
      : []),
    ...(/^[. ]+$/.test(user) ? ["runAsUserName's User cannot contain only periods or spaces"] : []),
    ...(/["/\\:;|=,+*?<>@[\]]/.test(user)
      ? ['runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]']
      : []),
  ];
}
