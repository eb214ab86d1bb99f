import { readFileSync } from 'node:fs';
import { DecodeError, parseYaml, strictDecodingError, typedCodec, type VersionCodec } from '#machinery';
import { formatFieldErrors, goQuote, isJsonObject, type Json } from '#meta';
import { describeTypes, metaV1 } from '#schema';
import type { AuditPolicy } from './policy.ts';
import { validatePolicy } from './policy-validation.ts';

const GROUP = 'audit.k8s.io';
const VERSION = 'v1';

/** A policy that cannot be followed, in the words of the real server. */
export class AuditPolicyError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AuditPolicyError';
  }
}

function policyCodec(): VersionCodec {
  const types = describeTypes(
    { package: 'io.k8s.apiserver.pkg.apis.audit.v1', goPackage: 'v1', uses: { meta: metaV1 } },
    `
Policy | Which requests are written down.
  1 metadata meta.ObjectMeta | What nobody looks at.
  2 rules [PolicyRule] always | The first that matches counts.
  3 omitStages [string] | Stages of which nothing is written.
  4 omitManagedFields bool | Whether objects are written without their managed fields.
PolicyRule | How much is written of some requests.
  1 level string always go=Level | How much.
  2 users [string] | Whose requests.
  3 userGroups [string] | Requests of whose members.
  4 verbs [string] | What is done.
  5 resources [GroupResources] | To what.
  6 namespaces [string] | Where.
  7 nonResourceURLs [string] | Paths that belong to no resource.
  8 omitStages [string] | Stages of which nothing is written.
  9 omitManagedFields bool? | Whether objects are written without their managed fields.
GroupResources | Resources of one group.
  1 group string | The group.
  2 resources [string] | Resources, or parts of them.
  3 resourceNames [string] | Objects by their name.
`,
  );
  return typedCodec(types.type('Policy'), { group: GROUP, version: VERSION, kind: 'Policy' });
}

/** `warn` hears what is wrong with a policy that is followed all the same. k8s: apiserver/pkg/audit/policy/reader.go */
export function readAuditPolicy(file: string, warn: (text: string) => void): AuditPolicy {
  try {
    return parseAuditPolicy(readBytes(file), warn);
  } catch (error) {
    if (!(error instanceof AuditPolicyError) || error.cause !== undefined) throw error;
    throw new AuditPolicyError(`loading audit policy file: ${error.message}: from file ${file}`, { cause: error });
  }
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const why = code === 'ENOENT' ? 'no such file or directory' : code === 'EACCES' ? 'permission denied' : code;
    const message = `loading audit policy file: failed to read file path ${goQuote(file)}: open ${file}: ${why}`;
    throw new AuditPolicyError(message, { cause: error });
  }
}

/** The policy in a file's bytes. */
export function parseAuditPolicy(bytes: Uint8Array, warn: (text: string) => void): AuditPolicy {
  const { value, duplicates } = decoding(() => parseYaml(bytes, { duplicates: true }));
  checkKind(value);
  const { object, strictErrors } = decoding(() => policyCodec().decode({ value, duplicates }));
  if (strictErrors.length > 0)
    warn(`Audit policy contains errors, falling back to lenient decoding: ${strictDecodingError(strictErrors)}`);
  const policy = object as unknown as AuditPolicy;
  const faults = validatePolicy(policy);
  if (faults.length > 0) throw new AuditPolicyError(formatFieldErrors(faults));
  if ((policy.rules ?? []).length === 0) throw new AuditPolicyError('loaded illegal policy with 0 rules');
  return policy;
}

function decoding<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new AuditPolicyError(`failed decoding: ${error.message}`);
  }
}

/** A policy need not say its kind, but which version it is. */
function checkKind(value: Json): void {
  const { kind = 'Policy', apiVersion = '' } = isJsonObject(value) ? value : {};
  if (apiVersion === '' && kind === 'Policy')
    throw new AuditPolicyError(`unknown group version field ${GROUP}/__internal, Kind=Policy in policy`);
  if (kind === 'Policy' && apiVersion === `${GROUP}/${VERSION}`) return;
  const what = `no kind ${goQuote(String(kind))} is registered for version ${goQuote(String(apiVersion))}`;
  throw new AuditPolicyError(`failed decoding: ${what} in scheme "pkg/runtime/scheme.go:111"`);
}
