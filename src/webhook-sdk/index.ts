// Door of the room 'webhook-sdk': to write an admission webhook.
export {
  type AdmissionHandler,
  type AdmissionQuestion,
  type AdmissionTools,
  type AnyAdmissionHandler,
  answerAdmission,
  type FieldFault,
  Refusal,
} from './admission-answer.ts';
export {
  type AdmissionServer,
  type AdmissionServerOptions,
  serveAdmission,
  type WebhookCertificate,
} from './serve-admission.ts';
