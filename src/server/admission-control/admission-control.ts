import { goQuote, type Json } from '#meta';
import type { FeatureGates } from '../feature-gates.ts';
import { StartError } from '../start-error.ts';
import type { ManifestFolders } from '../static-manifests/static-manifests.ts';
import { readAdmissionConfiguration } from './admission-configuration.ts';
import { policyManifests } from './policy-admission.ts';
import { type CredentialFor, type WebhookAdmission, webhookAdmission } from './webhook-admission.ts';

/** What the file of `--admission-control-config-file` says to those who follow it. */
export interface AdmissionControl {
  /** How the server shows itself to webhooks of the kind. */
  readonly credentials: { readonly [kind in 'mutating' | 'validating']: CredentialFor };
  /** Where webhooks and policies lie in files. */
  readonly manifests: ManifestFolders;
}

const nothingSaid: WebhookAdmission = { credentials: () => undefined, manifests: '' };

/** Plugins of the real server that take a configuration, and do not here. */
const unsupported = ['PodSecurity', 'ResourceQuota'];

interface Wanted {
  /** '' if there is none. */
  readonly file: string;
  /** What is left out needs no configuration. */
  readonly disabled: readonly string[];
  readonly gates: FeatureGates;
}

/** Reads it all at the start, so that a slip is told then. What is said of other plugins is passed over, as upstream does. */
export function admissionControl({ file, disabled, gates }: Wanted): AdmissionControl {
  const { credentials: asNobody } = nothingSaid;
  if (file === '') return { credentials: { mutating: asNobody, validating: asNobody }, manifests: new Map() };
  const configuration = orStartError('failed to read plugin config', () => readAdmissionConfiguration(file));
  const read = <T>(plugin: string, none: T, use: (found: Json) => T): T =>
    orStartError(`couldn't init admission plugin ${goQuote(plugin)}`, () => {
      const found = find(plugin);
      return found === undefined ? none : use(found);
    });
  const find = (plugin: string) => (disabled.includes(plugin) ? undefined : configuration.configurationOf(plugin));
  for (const plugin of unsupported) read(plugin, undefined, refuseConfiguration);
  const webhooks = (found: Json): WebhookAdmission => webhookAdmission(found, gates);
  const mutating = read('MutatingAdmissionWebhook', nothingSaid, webhooks);
  const validating = read('ValidatingAdmissionWebhook', nothingSaid, webhooks);
  const policies = (plugin: 'MutatingAdmissionPolicy' | 'ValidatingAdmissionPolicy'): string =>
    read(plugin, '', (found) => policyManifests(plugin, found, gates));
  const folders = [
    ['MutatingAdmissionPolicy', policies('MutatingAdmissionPolicy')],
    ['MutatingAdmissionWebhook', mutating.manifests],
    ['ValidatingAdmissionPolicy', policies('ValidatingAdmissionPolicy')],
    ['ValidatingAdmissionWebhook', validating.manifests],
  ] as const;
  return {
    credentials: { mutating: mutating.credentials, validating: validating.credentials },
    manifests: new Map(folders.filter(([, folder]) => folder !== '')),
  };
}

/** To pass over what somebody relies on would be worse. */
function refuseConfiguration(): never {
  throw new Error('a configuration of this plugin is not supported');
}

function orStartError<T>(failed: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`--admission-control-config-file: ${failed}: ${why}`, { cause: error });
  }
}
