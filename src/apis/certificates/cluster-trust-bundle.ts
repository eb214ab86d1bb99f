import { X509Certificate } from 'node:crypto';
import { describeKind } from '#machinery';
import { byteLength, type FieldError, fieldErrors, nameIsDnsSubdomain, path } from '#meta';
import { type BuiltinStrategy, column, nameColumn, validateImmutables, versionedResource } from '#resource';
import { nextPemBlock, type PemBlock } from '#webhook';
import { validateSignerName } from '../core/signer-name.ts';
import { certificatesV1alpha1 } from './v1alpha1/types.ts';
import type { Types } from './v1beta1/types.gen.ts';
import { certificatesV1beta1 } from './v1beta1/types.ts';

type TrustBundle = Types['ClusterTrustBundle'];

const hub = certificatesV1beta1.type('ClusterTrustBundle');

const MAX_SIZE = 1024 * 1024;
const signerField = path('spec', 'signerName');
const bundleField = path('spec', 'trustBundle');

const signerOf = ({ spec }: TrustBundle): string => spec?.signerName ?? '';
const bundleOf = ({ spec }: TrustBundle): string => spec?.trustBundle ?? '';

/** A bundle of a signer bears its name, so that who may write it can be told from the name alone. */
function nameFaults(name: string, signer: string, options: { readonly prefix: boolean }): readonly string[] {
  if (signer === '') {
    if (name.includes(':')) return ['ClusterTrustBundle without signer name must not have ":" in its name'];
    return nameIsDnsSubdomain(name, options);
  }
  const prefix = `${signer.replaceAll('/', ':')}:`;
  if (name.startsWith(prefix)) return nameIsDnsSubdomain(name.slice(prefix.length), options);
  return [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`];
}

function validateAllName(bundle: TrustBundle): FieldError[] {
  const signer = signerOf(bundle);
  const { name = '', generateName = '' } = bundle.metadata;
  const check = (field: 'name' | 'generateName', text: string): FieldError[] =>
    nameFaults(text, signer, { prefix: field === 'generateName' }).map((fault) =>
      fieldErrors.invalid(path('metadata', field), text, fault),
    );
  return [...(generateName === '' ? [] : check('generateName', generateName)), ...check('name', name)];
}

/** What is wrong with one entry; undefined if nothing is. */
function anchorFault({ label, hasHeaders, bytes }: PemBlock): string | undefined {
  if (label !== 'CERTIFICATE') return `has bad block type: ${label}`;
  if (hasHeaders) return 'has PEM block headers';
  try {
    return new X509Certificate(bytes).ca ? undefined : 'does not have the CA bit set';
  } catch {
    // It does not parse, so it is no certificate.
    return 'does not parse as X.509';
  }
}

function validateBundle(text: string): FieldError[] {
  if (byteLength(text) > MAX_SIZE) return [fieldErrors.tooLong(bundleField, MAX_SIZE)];
  const wrong = (why: string): FieldError => fieldErrors.invalid(bundleField, '<value omitted>', why);
  const faults: FieldError[] = [];
  const places = new Map<string, number[]>();
  let count = 0;
  for (let block = nextPemBlock(text); block !== undefined; block = nextPemBlock(block.rest)) {
    const at = count++;
    const fault = anchorFault(block);
    if (fault !== undefined) faults.push(wrong(`entry ${at} ${fault}`));
    const key = Buffer.from(block.bytes).toString('base64');
    places.set(key, [...(places.get(key) ?? []), at]);
  }
  if (faults.length > 0) return faults;
  if (count === 0) return [wrong('at least one trust anchor must be provided')];
  return [...places.values()]
    .filter((same) => same.length > 1)
    .map((same) => wrong(`duplicate trust anchor (indices [${same.join(' ')}])`));
}

function validate(bundle: TrustBundle, live?: TrustBundle): FieldError[] {
  const signer = signerOf(bundle);
  // A bundle that stays is not read again: libraries grow stricter with time.
  const isNew = live === undefined || bundleOf(live) !== bundleOf(bundle);
  return [
    ...validateAllName(bundle),
    ...(signer === '' ? [] : validateSignerName(signer, signerField)),
    ...(isNew ? validateBundle(bundleOf(bundle)) : []),
    ...(live === undefined ? [] : validateImmutables(hub, { value: bundle, before: live })),
  ];
}

const strategy: BuiltinStrategy<TrustBundle> = {
  // The name depends on the signer: see `validateAllName`.
  validateName: () => [],
  updatesUnconditionally: false,
  repeats: ['change', 'whole'],
  validateCreate: (bundle) => validate(bundle),
  validateUpdate: validate,
};

const bundles = describeKind({ group: 'certificates.k8s.io', kind: 'ClusterTrustBundle', hub })
  .version('v1beta1', { type: hub })
  .version('v1alpha1', { type: certificatesV1alpha1.type('ClusterTrustBundle') })
  .storedAs('v1beta1');

export const clusterTrustBundles = versionedResource(bundles, {
  resource: 'clustertrustbundles',
  namespaced: false,
  deprecated: { v1alpha1: { since: '1.34', gone: '1.37' } },
  strategy,
  selectableFields: { 'spec.signerName': signerOf },
  columns: [nameColumn, column('SignerName', 'Who signs.', (bundle: TrustBundle) => signerOf(bundle) || '<none>')],
});
