import type { Clock } from '#meta';
import type { HouseBuilder } from '../house-builder.ts';
import { wireHouse } from '../wire-house.ts';

/** The whole house, with another clock for requests and watches. The store's compaction keeps the real one. */
export const houseWithClock =
  (clock: Clock): HouseBuilder =>
  (parts) =>
    wireHouse({ ...parts, world: { ...parts.world, clock } });
