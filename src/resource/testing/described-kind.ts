// For tests that look at how a resource was described.
export { describedKindOf } from '../versioned-resource.ts';
