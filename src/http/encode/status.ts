import type { JsonObject, Status } from '#meta';
import type { Representation } from '../negotiate.ts';
import { protobufStatus } from './protobuf.ts';
import { finishValue } from './view.ts';

export function presentStatus(status: Status, representation: Representation): Uint8Array {
  if (representation.media === 'protobuf') return protobufStatus(status);
  return finishValue(status as unknown as JsonObject, representation);
}
