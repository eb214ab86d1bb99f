// Door of the room 'webhook-sdk': to write admission and conversion webhooks.
export {
  type AdmissionHandler,
  type AdmissionQuestion,
  type AdmissionTools,
  type AnyAdmissionHandler,
  answerAdmission,
  type FieldFault,
  Refusal,
} from './admission-answer.ts';
export { certificateIn } from './certificate-directory.ts';
export { answerConversion, type ConvertedKind } from './conversion-answer.ts';
export {
  type AnyConversion,
  type Conversion,
  type ConversionFunction,
  type ConversionTable,
  convertedBy,
} from './conversion-functions.ts';
export { type AdmissionServerOptions, serveAdmission } from './serve-admission.ts';
export { type ConversionServer, type ConversionServerOptions, serveConversion } from './serve-conversion.ts';
export type { WebhookCertificate, WebhookServer, WebhookServerOptions } from './webhook-server.ts';
