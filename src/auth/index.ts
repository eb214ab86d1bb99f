// Door of the room 'auth': who is asking, and may they.
export {
  type Authenticator,
  authenticateWith,
  type Credentials,
  type PeerCertificate,
  type PeerSocket,
} from './authenticate.ts';
export { type Attributes, type Authorizer, type Decision, forbidden, mastersOnly } from './authorize.ts';
export { bearerTokenAuthenticator, type KnownToken } from './bearer-token.ts';
export { clientCertificateAuthenticator } from './client-certificate.ts';
export { isOpenPath } from './open-paths.ts';
