import { type FieldError, type FieldPath, fieldErrors, nameIsDnsSubdomain, validateAnnotations } from '#meta';
import { validateLabelSelector } from '../../label-selector-validation.ts';
import { validateSignerName } from '../signer-name.ts';
import type {
  PodCertificateProjection as CertificateProjection,
  DownwardAPIVolumeFile as DownwardFile,
  KeyToPath,
  VolumeProjection as Projection,
  ClusterTrustBundleProjection as TrustBundleProjection,
  Volume,
} from '../v1/types.gen.ts';
import { validateFieldRef, validateResourceFieldRef, volumeFields } from './env-validation.ts';
import { validateFileInVolume } from './paths.ts';
import type { KeyFiles } from './selector-and-amounts.ts';

/** Volumes made of files: keys of secrets and config maps, fields of the pod, tokens, certificates. */

export function validateMode(mode: number | undefined, field: FieldPath): FieldError[] {
  if (mode === undefined || (mode >= 0 && mode <= 0o777)) return [];
  return [fieldErrors.invalid(field, mode, 'must be a number between 0 and 0777 (octal), both inclusive')];
}

export function validateKeyFiles({ items = [], defaultMode }: KeyFiles, field: FieldPath): FieldError[] {
  return [
    ...validateMode(defaultMode, field.child('defaultMode')),
    ...items.flatMap((item, at) => validateKeyToPath(item, field.child('items').index(at))),
  ];
}

function validateKeyToPath({ key = '', path = '', mode }: KeyToPath, field: FieldPath): FieldError[] {
  return [
    ...(key === '' ? [fieldErrors.required(field.child('key'))] : []),
    ...(path === '' ? [fieldErrors.required(field.child('path'))] : []),
    ...validateFileInVolume(path, field.child('path')),
    ...validateMode(mode, field.child('mode')),
  ];
}

/** Files tell their faults under the list that holds them. */
export function validateDownwardFile(file: DownwardFile, field: FieldPath): FieldError[] {
  const { path = '', fieldRef, resourceFieldRef, mode } = file;
  return [
    ...(path === '' ? [fieldErrors.required(field.child('path'))] : []),
    ...validateFileInVolume(path, field.child('path')),
    ...(fieldRef === undefined ? [] : validateFieldRef(fieldRef, field.child('fieldRef'), volumeFields)),
    ...(fieldRef !== undefined && resourceFieldRef !== undefined
      ? [fieldErrors.invalid(field, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')]
      : []),
    ...(fieldRef === undefined && resourceFieldRef !== undefined
      ? validateResourceFieldRef(resourceFieldRef, field.child('resourceFieldRef'), { named: true })
      : []),
    ...(fieldRef === undefined && resourceFieldRef === undefined
      ? [fieldErrors.required(field, 'one of fieldRef and resourceFieldRef is required')]
      : []),
    ...validateMode(mode, field.child('mode')),
  ];
}

export function validateProjected({ sources, defaultMode }: NonNullable<Volume['projected']>, field: FieldPath) {
  const files = new ProjectedFiles(field);
  const faults = (sources ?? []).flatMap((source, at) => {
    const here = field.child('sources').index(at);
    const several = Object.values(source).filter((one) => one !== undefined).length > 1;
    const why = 'may not specify more than 1 volume type per source';
    return [
      ...validateKeyProjection(source, here, files),
      ...(source.downwardAPI?.items ?? []).flatMap((file) => [
        ...validateDownwardFile(file, here.child('downwardAPI')),
        ...files.place(file.path, file.path),
      ]),
      ...validateToken(source, here.child('serviceAccountToken'), field),
      ...(source.clusterTrustBundle
        ? validateBundle(source.clusterTrustBundle, here.child('clusterTrustBundle'), files)
        : []),
      ...(source.podCertificate ? validateCertificate(source.podCertificate, here.child('podCertificate'), files) : []),
      ...(several ? [fieldErrors.forbidden(here, why)] : []),
    ];
  });
  return [...validateMode(defaultMode, field.child('defaultMode')), ...faults];
}

/** Two sources may not put files in the same place. */
class ProjectedFiles {
  readonly #field: FieldPath;
  readonly #taken = new Set<string>();

  constructor(field: FieldPath) {
    this.#field = field;
  }
  /** `told` is what the fault names. */
  place(path: string | undefined, told: string | undefined): FieldError[] {
    if (!path) return [];
    if (this.#taken.has(path)) return [fieldErrors.invalid(this.#field, told ?? '', 'conflicting duplicate paths')];
    this.#taken.add(path);
    return [];
  }
}

function validateKeyProjection(source: Projection, field: FieldPath, files: ProjectedFiles): FieldError[] {
  return (['secret', 'configMap'] as const).flatMap((kind) => {
    const projection = source[kind];
    if (projection === undefined) return [];
    const here = field.child(kind);
    return [
      ...(projection.name ? [] : [fieldErrors.required(here.child('name'))]),
      ...(projection.items ?? []).flatMap((item, at) => [
        ...validateKeyToPath(item, here.child('items').index(at)),
        ...files.place(item.path, projection.name),
      ]),
    ];
  });
}

const SHORTEST_TOKEN = 600;
const LONGEST_TOKEN = 2 ** 32;

function validateToken({ serviceAccountToken }: Projection, field: FieldPath, volume: FieldPath): FieldError[] {
  if (serviceAccountToken === undefined) return [];
  const { expirationSeconds: seconds, path = '' } = serviceAccountToken;
  const at = field.child('expirationSeconds');
  return [
    ...(seconds === undefined ? [fieldErrors.required(at)] : []),
    ...(seconds !== undefined && seconds < SHORTEST_TOKEN
      ? [fieldErrors.invalid(at, seconds, 'may not specify a duration less than 10 minutes')]
      : []),
    ...(seconds !== undefined && seconds > LONGEST_TOKEN
      ? [fieldErrors.invalid(at, seconds, 'may not specify a duration larger than 2^32 seconds')]
      : []),
    ...(path === '' ? [fieldErrors.required(volume.child('path'))] : validateFileInVolume(path, volume.child('path'))),
  ];
}

function validateBundle(bundle: TrustBundleProjection, field: FieldPath, files: ProjectedFiles): FieldError[] {
  const { path = '' } = bundle;
  return [
    ...validateBundleName(bundle, field),
    ...(path === '' ? [fieldErrors.required(field.child('path'))] : []),
    ...validateFileInVolume(path, field.child('path')),
    ...files.place(path, path),
  ];
}

function validateBundleName(bundle: TrustBundleProjection, field: FieldPath): FieldError[] {
  const { name, signerName, labelSelector } = bundle;
  if (name !== undefined && signerName !== undefined) {
    return [fieldErrors.invalid(field, bundle, 'only one of name and signerName may be used')];
  }
  const selector = field.child('labelSelector');
  if (name !== undefined) {
    return [
      ...(name === '' ? [fieldErrors.required(field.child('name'), 'must be a valid object name')] : []),
      ...bundleObjectFaults(name).map((fault) =>
        fieldErrors.invalid(field.child('name'), name, `not a valid clustertrustbundlename: ${fault}`),
      ),
      ...(labelSelector === undefined
        ? []
        : [fieldErrors.invalid(selector, labelSelector, 'labelSelector must be unset if name is specified')]),
    ];
  }
  if (signerName === undefined) return [fieldErrors.required(field, 'either name or signerName must be specified')];
  return [
    ...(signerName === '' ? [fieldErrors.required(field.child('signerName'), 'must be a valid signer name')] : []),
    ...validateSignerName(signerName, field.child('signerName')),
    ...validateLabelSelector(selector, labelSelector),
  ];
}

/** `example.com:signer:name` belongs to a signer; a name without colons to nobody. */
function bundleObjectFaults(name: string): readonly string[] {
  return nameIsDnsSubdomain(name.includes(':') ? name.slice(name.lastIndexOf(':') + 1) : name, { prefix: false });
}

const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];
const SHORTEST_CERTIFICATE = 3600;
/** 91 days; what Kubernetes itself signs lives a day. */
const LONGEST_CERTIFICATE = 7_862_400;
const LONGEST_OWN_CERTIFICATE = 86_400;

function validateCertificate(
  certificate: CertificateProjection,
  field: FieldPath,
  files: ProjectedFiles,
): FieldError[] {
  const { signerName = '', keyType = '', maxExpirationSeconds: seconds, userAnnotations } = certificate;
  const own = /(^|\.)kubernetes\.io\//.test(signerName);
  const longest = own ? LONGEST_OWN_CERTIFICATE : LONGEST_CERTIFICATE;
  const expiry = field.child('maxExpirationSeconds');
  const paths = (['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const).flatMap((name) => {
    const file = certificate[name];
    return file ? [{ name, file }] : [];
  });
  return [
    ...validateSignerName(signerName, field.child('signerName')),
    ...(userAnnotations === undefined ? [] : validateAnnotations(userAnnotations, field.child('userAnnotations'))),
    ...(keyTypes.includes(keyType) ? [] : [fieldErrors.notSupported(field.child('keyType'), keyType, keyTypes)]),
    ...(seconds !== undefined && seconds < SHORTEST_CERTIFICATE
      ? [fieldErrors.invalid(expiry, seconds, `if provided, maxExpirationSeconds must be >= ${SHORTEST_CERTIFICATE}`)]
      : []),
    ...(seconds !== undefined && seconds > longest
      ? [fieldErrors.invalid(expiry, seconds, `if provided, maxExpirationSeconds must be <= ${longest}`)]
      : []),
    ...paths.flatMap(({ name, file }) => [
      ...validateFileInVolume(file, field.child(name)),
      ...files.place(file, file),
    ]),
    ...(paths.length === 0
      ? [fieldErrors.required(field, 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath')]
      : []),
  ];
}
