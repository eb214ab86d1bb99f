// Door of the room 'server': options, and a running server made of all the rooms.

export type { BoundPort } from '#http';
export { checkStore, type StoreCheck } from './check-store.ts';
export { makeDataDirectory } from './data-directory.ts';
export { type EmbeddedServerSettings, startEmbeddedServer } from './embedded-server.ts';
export { isGate } from './feature-gates.ts';
export { houseWith, type RunningServer, startServer } from './lifecycle.ts';
export { loadModule, ModuleLoadError } from './load-module.ts';
export {
  logInto,
  type MemoryServer,
  type MemoryServerParts,
  type MemoryServerSettings,
  startMemoryServer,
} from './memory-server.ts';
export { configOptionInfo, type OptionInfo, optionInfos } from './option-info.ts';
export type { OptionValues } from './option-table.ts';
export {
  choiceType,
  durationType,
  integerType,
  listType,
  type OptionType,
  switchType,
  textType,
} from './option-types.ts';
export { OptionError, type Options, resolveOptions } from './options.ts';
export { StartError } from './start-error.ts';
export type { Moved } from './transfer/stored-rows.ts';
export { exportStore, importStore } from './transfer/transfer-store.ts';
export { KUBERNETES_VERSION, pinnaceVersion } from './version.ts';
export { systemClock } from './world.ts';
