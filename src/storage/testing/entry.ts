// Tests of other rooms make entries by hand, where no store is needed.
export { EncodingCache } from '../encoding-cache.ts';
export { Entry } from '../entry.ts';
