// Door of the room 'apis': the kinds that the server knows by itself.
export { type BuiltinOptions, builtinDefinitions, builtinGroups } from './builtins.ts';
export { ServiceNetwork, type ServiceNetworkOptions } from './core/service/network.ts';
