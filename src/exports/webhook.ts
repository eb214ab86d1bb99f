/**
 * `pinnace/webhook`: to write admission and conversion webhooks, typed. It loads no server.
 *
 * @packageDocumentation
 */

export {
  type AdmissionHandler,
  type AdmissionQuestion,
  type AdmissionServerOptions,
  type AdmissionTools,
  type AnyAdmissionHandler,
  type AnyConversion,
  answerAdmission,
  answerConversion,
  type Conversion,
  type ConversionFunction,
  type ConversionServer,
  type ConversionServerOptions,
  type ConversionTable,
  type ConvertedKind,
  type FieldFault,
  Refusal,
  serveAdmission,
  serveConversion,
  type WebhookCertificate,
  type WebhookServer,
  type WebhookServerOptions,
} from '#webhook-sdk';
