/** On a node: `stopped` is a kubelet that is not heard of any more, and does nothing with its pods. */
export const KUBELET_ANNOTATION = 'pinnace.dev/kubelet';
/** On a node: `"false"` makes it NotReady. */
export const READY_ANNOTATION = 'pinnace.dev/ready';
/** On a node that is not ready: its pods do not run any more, and those that are being deleted are gone. */
export const OUT_OF_SERVICE_TAINT = 'node.kubernetes.io/out-of-service';

/** Each node has a lease of its name in this namespace. */
export const LEASES = 'coordination.k8s.io/Lease';
export const LEASE_NAMESPACE = 'kube-node-lease';
