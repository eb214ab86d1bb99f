import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';

/** A way to encrypt, as kube-apiserver's encryption configuration names them. */
export type EncryptionProviderName = 'aescbc' | 'aesgcm' | 'secretbox';

interface Cipher {
  readonly keyBytes: readonly number[];
  /** `about` is bound to the value: under another key in the store it cannot be read. */
  encrypt(secret: Uint8Array, value: Uint8Array, about: Uint8Array): Uint8Array;
  decrypt(secret: Uint8Array, value: Uint8Array, about: Uint8Array): Uint8Array;
}

const AES_BLOCK = 16;
const GCM_NONCE = 12;
const GCM_TAG = 16;
const BOX_NONCE = 24;
const aesKeys = [16, 24, 32];

/** The initialization vector or nonce stands before what is encrypted. k8s: apiserver/pkg/storage/value/encrypt */
export const ciphers: Readonly<Record<EncryptionProviderName, Cipher>> = {
  aescbc: {
    keyBytes: aesKeys,
    encrypt(secret, value) {
      const vector = randomBytes(AES_BLOCK);
      const cipher = createCipheriv(`aes-${secret.length * 8}-cbc`, secret, vector);
      return Buffer.concat([vector, cipher.update(value), cipher.final()]);
    },
    decrypt(secret, value) {
      const cipher = createDecipheriv(`aes-${secret.length * 8}-cbc`, secret, value.subarray(0, AES_BLOCK));
      return Buffer.concat([cipher.update(value.subarray(AES_BLOCK)), cipher.final()]);
    },
  },
  aesgcm: {
    keyBytes: aesKeys,
    encrypt(secret, value, about) {
      const nonce = randomBytes(GCM_NONCE);
      const cipher = createCipheriv(gcm(secret), secret, nonce, { authTagLength: GCM_TAG });
      cipher.setAAD(about);
      return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(secret, value, about) {
      const cipher = createDecipheriv(gcm(secret), secret, value.subarray(0, GCM_NONCE), { authTagLength: GCM_TAG });
      cipher.setAAD(about);
      cipher.setAuthTag(value.subarray(value.length - GCM_TAG));
      return Buffer.concat([cipher.update(value.subarray(GCM_NONCE, value.length - GCM_TAG)), cipher.final()]);
    },
  },
  secretbox: {
    keyBytes: [32],
    encrypt(secret, value) {
      const nonce = randomBytes(BOX_NONCE);
      return Buffer.concat([nonce, xsalsa20poly1305(secret, nonce).encrypt(value)]);
    },
    decrypt: (secret, value) =>
      xsalsa20poly1305(secret, value.subarray(0, BOX_NONCE)).decrypt(value.subarray(BOX_NONCE)),
  },
};

function gcm(secret: Uint8Array): 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm' {
  return secret.length === 16 ? 'aes-128-gcm' : secret.length === 24 ? 'aes-192-gcm' : 'aes-256-gcm';
}
