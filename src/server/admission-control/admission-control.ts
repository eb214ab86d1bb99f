import { goQuote, type Json } from '#meta';
import { StartError } from '../start-error.ts';
import { readAdmissionConfiguration } from './admission-configuration.ts';
import { type CredentialFor, webhookCredentials } from './webhook-admission.ts';

/** What the file of `--admission-control-config-file` says to those who follow it. */
export interface AdmissionControl {
  /** How the server shows itself to webhooks of the kind. */
  readonly credentials: { readonly [kind in 'mutating' | 'validating']: CredentialFor };
}

const asNobody: CredentialFor = () => undefined;

/** Plugins of the real server that take a configuration, and do not here. */
const unsupported = ['PodSecurity', 'ResourceQuota', 'MutatingAdmissionPolicy', 'ValidatingAdmissionPolicy'];

interface Wanted {
  /** '' if there is none. */
  readonly file: string;
  /** What is left out needs no configuration. */
  readonly disabled: readonly string[];
}

/** Reads it all at the start, so that a slip is told then. What is said of other plugins is passed over, as upstream does. */
export function admissionControl({ file, disabled }: Wanted): AdmissionControl {
  if (file === '') return { credentials: { mutating: asNobody, validating: asNobody } };
  const configuration = orStartError('failed to read plugin config', () => readAdmissionConfiguration(file));
  const read = <T>(plugin: string, none: T, use: (found: Json) => T): T =>
    orStartError(`couldn't init admission plugin ${goQuote(plugin)}`, () => {
      const found = find(plugin);
      return found === undefined ? none : use(found);
    });
  const find = (plugin: string) => (disabled.includes(plugin) ? undefined : configuration.configurationOf(plugin));
  for (const plugin of unsupported) read(plugin, undefined, refuseConfiguration);
  return {
    credentials: {
      mutating: read('MutatingAdmissionWebhook', asNobody, webhookCredentials),
      validating: read('ValidatingAdmissionWebhook', asNobody, webhookCredentials),
    },
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
