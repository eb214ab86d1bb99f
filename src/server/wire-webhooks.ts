import type { ObservedWebhook, PolicyParts, WebhookParts } from '#admission';
import type { World } from '#meta';
import { type ServiceResolver, WebhookClients } from '#webhook';

interface WebhookWiring {
  readonly world: World;
  readonly policies: Pick<PolicyParts, 'readConfiguration' | 'answerPermit'>;
  /** Finds the services that webhooks name. */
  services(): ServiceResolver;
  observe(call: ObservedWebhook): void;
}

/** What calls admission webhooks. */
export function wireWebhooks({ world, policies, services, observe }: WebhookWiring): Omit<WebhookParts, 'lookup'> {
  const { readConfiguration, answerPermit } = policies;
  // The resolver needs the registry, which needs admission, so it is set afterwards.
  let resolver: ServiceResolver | undefined;
  const resolve: ServiceResolver['resolve'] = (place) => {
    resolver ??= services();
    return resolver.resolve(place);
  };
  const clients = new WebhookClients({ clock: world.clock, services: { resolve } });
  return { readConfiguration, answerPermit, world, clients, observe };
}
