// Door of the room 'controllers': the loops that finish what a write begins. They read and write like everybody else,
// remember nothing that the store does not tell again, and can be awaited.
export { type ControllerName, chooseControllers, UnknownController } from './controller-names.ts';
export { nodeSelectorMatches, tolerates } from './daemonset/node-match.ts';
export type { DefinitionStatusWrite } from './definitions/definition-controller.ts';
export { mapToNone } from './event-mappers.ts';
export { type ControllersOptions, type RunningControllers, startControllers } from './manager.ts';
export { EVERYTHING, type EventMapper, type ReconcilerRegistration } from './reconcile-loop.ts';
