import { issue, makeAuthority } from '#webhook';

interface MadeCertificates {
  readonly certificate: string;
  readonly key: string;
  /** Of the authority that signed it, in base64. */
  readonly caBundle: string;
}

const days = 365;

/** A certificate for these names and addresses, by an authority that is forgotten. */
export async function certificates(names: readonly string[]): Promise<MadeCertificates> {
  const validity = { from: new Date(), days };
  const authority = await makeAuthority({ name: 'pinnace-conversion' }, validity);
  const [name = ''] = names;
  const pair = await issue(authority, { subject: { name }, validity, use: { server: names } });
  return { ...pair, caBundle: Buffer.from(authority.certificate).toString('base64') };
}
