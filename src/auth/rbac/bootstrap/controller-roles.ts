/** One role for each controller, whose service account in kube-system has its name. k8s: controller_policy.go */
export const controllerRoleTable = `
system:controller:attachdetach-controller
  list watch on core: persistentvolumeclaims persistentvolumes
  read on core: nodes
  patch update on core: nodes/status
  list watch on core: pods
  create patch update on core events.k8s.io: events
  create delete get list watch on storage.k8s.io: volumeattachments
  read on storage.k8s.io: csidrivers
  read on storage.k8s.io: csinodes
system:controller:certificate-controller
  delete get list watch on certificates.k8s.io: certificatesigningrequests
  update on certificates.k8s.io: certificatesigningrequests/approval certificatesigningrequests/status
  approve on certificates.k8s.io: signers = kubernetes.io/kube-apiserver-client-kubelet
  sign on certificates.k8s.io: signers = kubernetes.io/kube-apiserver-client
      kubernetes.io/kube-apiserver-client-kubelet kubernetes.io/kubelet-serving kubernetes.io/legacy-unknown
  create on authorization.k8s.io: subjectaccessreviews
  create patch update on core events.k8s.io: events
system:controller:clusterrole-aggregation-controller
  escalate get list patch update watch on rbac.authorization.k8s.io: clusterroles
system:controller:cronjob-controller
  get list update watch on batch: cronjobs
  create delete get list patch update watch on batch: jobs
  update on batch: cronjobs/status
  update on batch: cronjobs/finalizers
  delete list watch on core: pods
  create patch update on core events.k8s.io: events
system:controller:daemon-set-controller
  read on apps extensions: daemonsets
  update on apps extensions: daemonsets/status
  update on apps extensions: daemonsets/finalizers
  list watch on core: nodes
  create delete list patch watch on core: pods
  create on core: pods/binding
  create delete get list patch update watch on apps: controllerrevisions
  create patch update on core events.k8s.io: events
system:controller:deployment-controller
  get list update watch on apps extensions: deployments
  update on apps extensions: deployments/status
  update on apps extensions: deployments/finalizers
  create delete get list patch update watch on apps extensions: replicasets
  get list update watch on core: pods
  create patch update on core events.k8s.io: events
system:controller:device-taint-eviction-controller
  delete get list watch on core: pods
  patch update on core: pods/status
  read on resource.k8s.io: resourceclaims
  read on resource.k8s.io: resourceslices
  read on resource.k8s.io: deviceclasses
  create patch update on core events.k8s.io: events
system:controller:disruption-controller
  read on apps extensions: deployments
  read on apps extensions: replicasets
  read on core: replicationcontrollers
  read on policy: poddisruptionbudgets
  read on apps: statefulsets
  update on policy: poddisruptionbudgets/status
  patch update on core: pods/status
  get on *: */scale
  create patch update on core events.k8s.io: events
system:controller:endpoint-controller
  read on core: pods services
  create delete get list update watch on core: endpoints
  create on core: endpoints/restricted
  create patch update on core events.k8s.io: events
system:controller:endpointslice-controller
  read on core: nodes pods services
  update on core: services/finalizers
  create delete get list update watch on discovery.k8s.io: endpointslices
  create patch update on core events.k8s.io: events
system:controller:endpointslicemirroring-controller
  read on core: endpoints services
  update on core: services/finalizers
  update on core: endpoints/finalizers
  create delete get list update watch on discovery.k8s.io: endpointslices
  create patch update on core events.k8s.io: events
system:controller:ephemeral-volume-controller
  read on core: pods
  update on core: pods/finalizers
  create get list watch on core: persistentvolumeclaims
  create patch update on core events.k8s.io: events
system:controller:expand-controller
  get list patch update watch on core: persistentvolumes
  patch update on core: persistentvolumeclaims/status
  read on core: persistentvolumeclaims
  create patch update on core events.k8s.io: events
system:controller:generic-garbage-collector
  delete get list patch update watch on *: *
  create patch update on core events.k8s.io: events
system:controller:horizontal-pod-autoscaler
  read on autoscaling: horizontalpodautoscalers
  update on autoscaling: horizontalpodautoscalers/status
  get update on *: */scale
  list watch on core: pods
  list watch on metrics.k8s.io: pods
  read on custom.metrics.k8s.io: *
  read on external.metrics.k8s.io: *
  create patch update on core events.k8s.io: events
system:controller:job-controller
  get list patch update watch on batch: jobs
  update on batch: jobs/status
  update on batch: jobs/finalizers
  create delete list patch watch on core: pods
  create patch update on core events.k8s.io: events
system:controller:legacy-service-account-token-cleaner
  get on core: configmaps = kube-apiserver-legacy-service-account-token-tracking
  delete patch on core: secrets
system:controller:namespace-controller
  delete get list watch on core: namespaces
  update on core: namespaces/finalize namespaces/status
  delete deletecollection get list watch on *: *
system:controller:node-controller
  delete get list patch update watch on core: nodes
  patch update on core: nodes/status
  patch update on core: pods/status
  delete get list watch on core: pods
  create patch update on core events.k8s.io: events
system:controller:persistent-volume-binder
  create delete get list update watch on core: persistentvolumes
  update on core: persistentvolumes/status
  get list update watch on core: persistentvolumeclaims
  update on core: persistentvolumeclaims/status
  create delete get list watch on core: pods
  read on storage.k8s.io: storageclasses
  list watch on core: nodes
  create patch update on core events.k8s.io: events
  watch on core: events
system:controller:pod-garbage-collector
  delete list watch on core: pods
  read on core: nodes
  patch on core: pods/status
system:controller:pv-protection-controller
  get list update watch on core: persistentvolumes
  create patch update on core events.k8s.io: events
system:controller:pvc-protection-controller
  get list update watch on core: persistentvolumeclaims
  update on core: persistentvolumeclaims/status
  read on core: pods
  create patch update on core events.k8s.io: events
system:controller:replicaset-controller
  get list update watch on apps extensions: replicasets
  update on apps extensions: replicasets/status
  update on apps extensions: replicasets/finalizers
  create delete list patch watch on core: pods
  create patch update on core events.k8s.io: events
system:controller:replication-controller
  get list update watch on core: replicationcontrollers
  update on core: replicationcontrollers/status
  update on core: replicationcontrollers/finalizers
  create delete list patch watch on core: pods
  create patch update on core events.k8s.io: events
system:controller:resource-claim-controller
  read on core: pods
  update on core: pods/finalizers
  create delete get list watch on resource.k8s.io: resourceclaims
  patch update on resource.k8s.io: resourceclaims resourceclaims/status
  patch update on core: pods/status
  create patch update on core events.k8s.io: events
  patch update on resource.k8s.io: resourceclaims/binding
system:controller:resourcequota-controller
  list watch on *: *
  update on core: resourcequotas/status
  create patch update on core events.k8s.io: events
system:controller:root-ca-cert-publisher
  create update on core: configmaps
  create patch update on core events.k8s.io: events
system:controller:route-controller
  list watch on core: nodes
  patch on core: nodes/status
  create patch update on core events.k8s.io: events
system:controller:selinux-warning-controller
  create patch update on core events.k8s.io: events
  read on core: persistentvolumes
  read on core: persistentvolumeclaims
  read on core: pods
  read on storage.k8s.io: csidrivers
system:controller:service-account-controller
  create on core: serviceaccounts
  create patch update on core events.k8s.io: events
system:controller:service-cidrs-controller
  get list patch update watch on networking.k8s.io: servicecidrs
  patch update on networking.k8s.io: servicecidrs/finalizers
  patch update on networking.k8s.io: servicecidrs/status
  read on networking.k8s.io: ipaddresses
  create patch update on core events.k8s.io: events
system:controller:service-controller
  read on core: services
  patch update on core: services/status
  list watch on core: nodes
  create patch update on core events.k8s.io: events
system:controller:statefulset-controller
  list watch on core: pods
  read on apps: statefulsets
  update on apps: statefulsets/status
  update on apps: statefulsets/finalizers
  create delete get patch update on core: pods
  create delete get list patch update watch on apps: controllerrevisions
  create get list watch on core: persistentvolumeclaims
  delete update on core: persistentvolumeclaims
  update on core: pods/finalizers
  create patch update on core events.k8s.io: events
system:controller:ttl-after-finished-controller
  delete get list watch on batch: jobs
  create patch update on core events.k8s.io: events
system:controller:ttl-controller
  list patch update watch on core: nodes
  create patch update on core events.k8s.io: events
system:controller:validatingadmissionpolicy-status-controller
  read on admissionregistration.k8s.io: validatingadmissionpolicies
  get patch update on admissionregistration.k8s.io: validatingadmissionpolicies/status
  create patch update on core events.k8s.io: events
system:controller:volumeattributesclass-protection-controller
  read on core: persistentvolumeclaims
  read on core: persistentvolumes
  get list update watch on storage.k8s.io: volumeattributesclasses
  create patch update on core events.k8s.io: events
`;
