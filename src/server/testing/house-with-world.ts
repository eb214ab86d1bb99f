import type { ResourceDefinition } from '#machinery';
import type { World } from '#meta';
import type { HouseBuilder } from '../house-builder.ts';
import { wireHouse } from '../wire-house.ts';

/** The whole house with kinds of one's own, in which parts of the world are others. */
export const houseWithWorld =
  (change: (world: World) => Partial<World>, apis: readonly ResourceDefinition[]): HouseBuilder =>
  (parts) =>
    wireHouse({ ...parts, apis, world: { ...parts.world, ...change(parts.world) } });
