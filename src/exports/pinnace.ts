/**
 * `pinnace`: start a server inside a program of one's own.
 *
 * @packageDocumentation
 */

export type { ResourceDefinition } from '#machinery';
export {
  type EmbeddedServerSettings,
  KUBERNETES_VERSION,
  OptionError,
  type OptionValues,
  pinnaceVersion,
  type RunningServer,
  StartError,
  startEmbeddedServer as startServer,
} from '#server';
