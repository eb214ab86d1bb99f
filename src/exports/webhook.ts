/**
 * `pinnace/webhook`: to write an admission webhook, typed. It loads no server.
 *
 * @packageDocumentation
 */

export {
  type AdmissionHandler,
  type AdmissionQuestion,
  type AdmissionServer,
  type AdmissionServerOptions,
  type AdmissionTools,
  type AnyAdmissionHandler,
  answerAdmission,
  type FieldFault,
  Refusal,
  serveAdmission,
  type WebhookCertificate,
} from '#webhook-sdk';
