// Tests of other rooms make entries by hand, where no store is needed.
export { Entry } from '../entry.ts';
