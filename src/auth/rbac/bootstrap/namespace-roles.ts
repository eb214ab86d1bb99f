/** Roles in single namespaces. k8s: namespace_policy.go */
export const namespaceRoleTable = `
kube-public/system:controller:bootstrap-signer
  read on core: configmaps
  update on core: configmaps = cluster-info
  create patch update on core events.k8s.io: events
kube-system/extension-apiserver-authentication-reader
  read on core: configmaps = extension-apiserver-authentication
kube-system/system::leader-locking-kube-controller-manager
  create get list update watch on coordination.k8s.io: leases
  create get list update watch on coordination.k8s.io: leasecandidates
kube-system/system::leader-locking-kube-scheduler
  create get list update watch on coordination.k8s.io: leases
  create get list update watch on coordination.k8s.io: leasecandidates
kube-system/system:controller:bootstrap-signer
  read on core: secrets
kube-system/system:controller:cloud-provider
  create get list watch on core: configmaps
kube-system/system:controller:token-cleaner
  delete get list watch on core: secrets
  create patch update on core events.k8s.io: events
`;
