// Door of the room 'simulation': nodes that pretend. A scheduler, kubelets and storage without anything that runs, as
// reconcilers beside those of the controllers.
export { simulationReconcilers } from './registrations.ts';
