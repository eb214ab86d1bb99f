/** Where each server says that it lives, as kube-apiserver does: keys are addresses, values are Endpoints. */
export const SERVER_LEASES = '/registry/masterleases/';
/** Where a kube-apiserver says how others of its kind reach it. Nobody is served these either. */
export const PEER_LEASES = '/registry/peerserverleases/';
/** Which node ports are taken, for instance. No objects of a resource: whoever uses them knows what is in them. */
export const RANGES = '/registry/ranges/';
