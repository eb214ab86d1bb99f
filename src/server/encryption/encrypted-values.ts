import type { ValueTransformer } from '#storage';
import { ciphers, type EncryptionProviderName } from './encryption-provider.ts';

/** `identity` keeps values as they are. */
export type EncryptionProvider =
  | { readonly name: 'identity' }
  | { readonly name: EncryptionProviderName; readonly keys: readonly EncryptionKey[] };

interface EncryptionKey {
  readonly name: string;
  readonly secret: Uint8Array;
}

/** Which providers a key of the store has: the first one writes, all can read. Undefined for one that is not encrypted. */
type ProvidersOf = (key: string) => readonly EncryptionProvider[] | undefined;

interface Writer {
  /** How what it writes begins: `k8s:enc:aescbc:v1:key1:`. */
  readonly prefix: Buffer;
  readonly provider: EncryptionProviderName;
  readonly secret: Uint8Array;
}

const ENCRYPTED = Buffer.from('k8s:enc:');
const plain: readonly EncryptionProvider[] = [{ name: 'identity' }];

/** Encrypts values as kube-apiserver does, so that each can read what the other wrote. */
export class EncryptedValues implements ValueTransformer {
  readonly #providersOf: ProvidersOf;
  /** What a value is bound to: its key as the engine has it. */
  readonly #about: (key: string) => Uint8Array;
  readonly #writers = new Map<EncryptionProvider, readonly Writer[]>();

  constructor(providersOf: ProvidersOf, about: (key: string) => Uint8Array = (key) => Buffer.from(key)) {
    this.#providersOf = providersOf;
    this.#about = about;
  }

  toStorage(key: string, value: Uint8Array): Uint8Array {
    const writer = this.#writerOf(key);
    if (writer === undefined) return value;
    const { prefix, provider, secret } = writer;
    return Buffer.concat([prefix, ciphers[provider].encrypt(secret, value, this.#about(key))]);
  }

  fromStorage(key: string, value: Uint8Array): Uint8Array {
    const providers = this.#providersOf(key) ?? plain;
    if (!beginsWith(value, ENCRYPTED)) {
      if (providers.some(({ name }) => name === 'identity')) return value;
      throw new Error('it is not encrypted, and the encryption configuration has no identity provider to read it with');
    }
    const candidates = providers.flatMap((provider) => this.#writersOf(provider));
    const writer = candidates.find(({ prefix }) => beginsWith(value, prefix));
    if (writer === undefined)
      throw new Error(`it is encrypted with ${keyName(value)}, which the encryption configuration does not have`);
    const { prefix, provider, secret } = writer;
    try {
      return ciphers[provider].decrypt(secret, value.subarray(prefix.length), this.#about(key));
    } catch (error) {
      throw new Error(
        `it cannot be decrypted with ${keyName(value)}: another secret of that name wrote it, or it is damaged`,
        { cause: error },
      );
    }
  }

  /** It was not written as it would be now: whoever writes it again, though unchanged, gets it encrypted with the newest key. */
  isStale(key: string, value: Uint8Array): boolean {
    const writer = this.#writerOf(key);
    return writer === undefined ? beginsWith(value, ENCRYPTED) : !beginsWith(value, writer.prefix);
  }

  #writerOf(key: string): Writer | undefined {
    const first = this.#providersOf(key)?.[0];
    return first === undefined ? undefined : this.#writersOf(first)[0];
  }
  #writersOf(provider: EncryptionProvider): readonly Writer[] {
    if (provider.name === 'identity') return [];
    const known = this.#writers.get(provider);
    if (known !== undefined) return known;
    const { name, keys } = provider;
    const made = keys.map((key) => ({
      prefix: Buffer.from(`k8s:enc:${name}:v1:${key.name}:`),
      provider: name,
      secret: key.secret,
    }));
    this.#writers.set(provider, made);
    return made;
  }
}

function beginsWith(value: Uint8Array, prefix: Buffer): boolean {
  return prefix.equals(value.subarray(0, prefix.length));
}

/** `the key "key1" of aescbc`, as the value says; a value of a KMS says less. */
function keyName(value: Uint8Array): string {
  const [, , provider = '', , key = ''] = Buffer.from(value.subarray(0, 200)).toString('latin1').split(':');
  return `the key ${JSON.stringify(key)} of ${provider}`;
}
