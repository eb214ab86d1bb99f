// Door of the room 'auth': who is asking, and may they.
export { authenticated, authenticateWith } from './authenticate.ts';
export {
  type Authorizer,
  alwaysAllow,
  alwaysDeny,
  authorizeWith,
  type Decision,
  forbidden,
  mastersOnly,
} from './authorize.ts';
export {
  type BearerTokens,
  bearerTokenAuthenticator,
  type KnownToken,
  knownTokens,
  tokenOwner,
  warnOfMisplacedToken,
} from './bearer-token.ts';
export { clientCertificateAuthenticator, type PeerCertificate, type PeerSocket } from './client-certificate.ts';
export { impersonateWith, impersonationIn } from './impersonate.ts';
export { loadInitialPolicy } from './rbac/bootstrap.ts';
export { EscalationGuard } from './rbac/escalation.ts';
export { Policy, type Role, type RoleBinding, type RoleRef, type StoredObjects, type Subject } from './rbac/policy.ts';
export { joinFaults, rbacAuthorizer } from './rbac/rbac-authorizer.ts';
export type { Attributes, PolicyRule } from './rbac/rule-match.ts';
export { type Allowed, type Chain, subjectsAllowed } from './rbac/who-can.ts';
export { type RequestHeaderTrust, requestHeaderAuthenticator } from './request-header.ts';
export { LegacyTokens } from './tokens/legacy-tokens.ts';
export { ServiceAccountTokens, type TokenVerdict } from './tokens/service-account-tokens.ts';
export { SigningKey, UnusableKey } from './tokens/signing-key.ts';
export { BEARER_PROTOCOL, webSocketTokenAuthenticator } from './websocket-token.ts';
