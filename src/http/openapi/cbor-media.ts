import type { Route } from './route.ts';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const STREAM = `${PROTOBUF};stream=watch`;
const APPLY = 'application/apply-patch+yaml';

/** What stands behind which media type where CBOR is served too: what can be had as protobuf can be had as CBOR. */
const added: { readonly [type: string]: string } = {
  [PROTOBUF]: 'application/cbor',
  [STREAM]: 'application/cbor-seq',
  [APPLY]: 'application/apply-patch+cbor',
};

/** A route of something built in, on a server that serves CBOR. */
export const withCbor = (route: Route): Route => ({
  ...route,
  consumes: withAdded(route.consumes),
  produces: withAdded(route.produces),
});

const withAdded = (types: readonly string[]): readonly string[] =>
  types.flatMap((type) => (added[type] === undefined ? [type] : [type, added[type]]));
