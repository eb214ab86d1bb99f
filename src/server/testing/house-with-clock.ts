import type { WeightLimits } from '#http';
import type { Clock } from '#meta';
import type { HouseBuilder } from '../house-builder.ts';
import { wireHouse } from '../wire-house.ts';

/** Nothing is light: whatever can be is served by another thread. */
export const allHeavy: WeightLimits = { bytes: -1, values: -1, protobufBytes: -1, unseenBytes: -1 };

/** The whole house, with another clock for requests and watches. The store's compaction keeps the real one. */
export const houseWithClock =
  (clock: Clock, limits?: WeightLimits): HouseBuilder =>
  (parts) =>
    wireHouse({ ...parts, world: { ...parts.world, clock }, ...(limits && { limits }) });
