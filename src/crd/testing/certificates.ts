export { type TestAuthority, type TestKeyPair, testAuthority } from '../conversion/testing/certificates.ts';
