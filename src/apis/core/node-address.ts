import { ApiError } from '#meta';
import type { Types } from './v1/types.gen.ts';

type Addressed = Types['Node'];

/** Nothing can be reached at the address of a node: this server runs no nodes. */
export function refuseNodeAddress({ status }: Addressed): never {
  const known = (status?.addresses ?? []).map(({ type, address }) => `{${type} ${address}}`);
  throw new ApiError({ code: 500, message: `no preferred addresses found; known addresses: [${known.join(' ')}]` });
}
