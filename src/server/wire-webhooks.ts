import type { ObservedWebhook, PluginParts, PolicyParts } from '#admission';
import type { World } from '#meta';
import { type ServiceResolver, WebhookClients } from '#webhook';
import type { AdmissionControl } from './admission-control/admission-control.ts';

interface WebhookWiring {
  readonly world: World;
  readonly policies: Pick<PolicyParts, 'readConfiguration' | 'readManifests' | 'answerPermit' | 'observer'>;
  readonly control: AdmissionControl;
  /** Finds the services that webhooks name. */
  services(): ServiceResolver;
  observe(call: ObservedWebhook): void;
}

/** What calls admission webhooks. */
export function wireWebhooks(wiring: WebhookWiring): PluginParts['webhooks'] {
  const { world, policies, control, services, observe } = wiring;
  const { readConfiguration, readManifests, answerPermit, observer } = policies;
  // The resolver needs the registry, which needs admission, so it is set afterwards.
  let resolver: ServiceResolver | undefined;
  const resolve: ServiceResolver['resolve'] = (place) => {
    resolver ??= services();
    return resolver.resolve(place);
  };
  const clientsOf = (kind: keyof AdmissionControl['credentials']): WebhookClients =>
    new WebhookClients({ clock: world.clock, services: { resolve }, credentialFor: control.credentials[kind] });
  const clients = { mutating: clientsOf('mutating'), validating: clientsOf('validating') };
  return { readConfiguration, readManifests, answerPermit, world, clients, observe, ...(observer && { observer }) };
}
