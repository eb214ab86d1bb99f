// Door of the room 'aggregation': versions of groups that other servers serve.
export { Aggregator } from './aggregator.ts';
export { type ApiService, type RegisteredApis, registeredApis } from './registered-apis.ts';
