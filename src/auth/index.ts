// Door of the room 'auth': who is asking, and may they.
export {
  type AuthenticationSettings,
  type Authenticator,
  authenticated,
  authenticateWith,
  type Credentials,
  type Finding,
} from './authenticate.ts';
export {
  type Attributes,
  type Authorizer,
  alwaysAllow,
  alwaysDeny,
  authorizeWith,
  type Decision,
  forbidden,
  mastersOnly,
  type RuleList,
} from './authorize.ts';
export {
  type BearerTokens,
  bearerTokenAuthenticator,
  bearerTokenIn,
  type KnownToken,
  knownTokens,
  tokenOwner,
  warnOfMisplacedToken,
} from './bearer-token.ts';
export { clientCertificateAuthenticator, type PeerCertificate, type PeerSocket } from './client-certificate.ts';
export { type Acting, type HeaderLines, type Impersonate, impersonateWith, impersonationIn } from './impersonate.ts';
export { type InitialPolicy, loadInitialPolicy } from './rbac/bootstrap.ts';
export { EscalationGuard, type PolicyWrite } from './rbac/escalation.ts';
export {
  Policy,
  type PolicyObjects,
  type Role,
  type RoleBinding,
  type RoleRef,
  type StoredObjects,
  type Subject,
} from './rbac/policy.ts';
export { missingRules, type PolicyRule, type RuleJson } from './rbac/policy-rule.ts';
export { joinFaults, rbacAuthorizer } from './rbac/rbac-authorizer.ts';
export { type LegacyTokenOwner, type LegacyTokenParts, LegacyTokens } from './tokens/legacy-tokens.ts';
export {
  type ServiceAccountTokenParts,
  ServiceAccountTokens,
  type TokenVerdict,
} from './tokens/service-account-tokens.ts';
export { SigningKey } from './tokens/signing-key.ts';
export { BEARER_PROTOCOL, webSocketTokenAuthenticator } from './websocket-token.ts';
