// Door of the room 'webhook': calling a webhook. Its address, the service behind it, the certificates to trust, the limits
// of a call, and how its last calls went. What is sent and what the answer means is the caller's business.

export { readCaBundle, validateCaBundle } from './ca-bundle.ts';
export { issue, type KeyPair, type LeafRequest, makeAuthority, warmUpCertificates } from './certificates.ts';
export type { WebhookClientConfig } from './client-config.ts';
export { nextPemBlock, type PemBlock } from './pem.ts';
export {
  BACKEND_ANNOTATION,
  type PodPort,
  podAddress,
  podBackend,
  readHostPort,
  SIMULATED_NODE_LABEL,
} from './pod-address.ts';
export { ServiceOverrideError, serviceResolver } from './service-resolver.ts';
export { makeServingCertificate, renewedServingCertificate, type ServingCertificate } from './serving-certificate.ts';
export { systemRoots } from './system-roots.ts';
export { joinHostPort } from './webhook-address.ts';
export { validateWebhookAddress } from './webhook-address-validation.ts';
export { type ServiceResolver, WebhookClient, type WebhookClientParts } from './webhook-client.ts';
export { WebhookClients } from './webhook-clients.ts';
export { userFor, type WebhookCredential } from './webhook-credential.ts';
export { identityFault, networkFault, WebhookCallError } from './webhook-faults.ts';
export { HealthRecord, type WebhookHealth } from './webhook-health.ts';
