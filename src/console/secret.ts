import { createHash, randomBytes } from 'node:crypto';

/** 256 bits that nobody guesses, fit for a URL and a cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is remembered of a secret: enough to know it again, too little to use it. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
