/** Roles for people and for the parts of a cluster, in the notation of `parseRoles`. k8s: rbac/bootstrappolicy/policy.go */
export const clusterRoleTable = `
admin <- admin
cluster-admin
  * on *: *
  * at *
edit <- edit -> admin
system:aggregate-to-admin -> admin
  create on authorization.k8s.io: localsubjectaccessreviews
  readwrite on rbac.authorization.k8s.io: rolebindings roles
system:aggregate-to-edit -> edit
  read on core: pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy
  impersonate on core: serviceaccounts
  write on core: pods pods/attach pods/exec pods/portforward pods/proxy
  create on core: pods/eviction
  write on core: configmaps persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets
      serviceaccounts services services/proxy
  create on core: serviceaccounts/token
  write on core events.k8s.io: events
  write on apps: daemonsets deployments deployments/rollback deployments/scale replicasets replicasets/scale
      statefulsets statefulsets/scale
  write on autoscaling: horizontalpodautoscalers
  write on batch: cronjobs jobs
  write on extensions: daemonsets deployments deployments/rollback deployments/scale ingresses networkpolicies
      replicasets replicasets/scale replicationcontrollers/scale
  write on policy: poddisruptionbudgets
  write on networking.k8s.io: ingresses networkpolicies
  readwrite on coordination.k8s.io: leases
  write on resource.k8s.io: resourceclaims resourceclaimtemplates
system:aggregate-to-view -> view
  read on core: configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers
      replicationcontrollers/scale serviceaccounts services services/status
  read on core: bindings limitranges namespaces/status pods/log pods/status replicationcontrollers/status
      resourcequotas resourcequotas/status
  read on core: namespaces
  read on core events.k8s.io: events
  read on discovery.k8s.io: endpointslices
  read on apps: controllerrevisions daemonsets daemonsets/status deployments deployments/scale deployments/status
      replicasets replicasets/scale replicasets/status statefulsets statefulsets/scale statefulsets/status
  read on autoscaling: horizontalpodautoscalers horizontalpodautoscalers/status
  read on batch: cronjobs cronjobs/status jobs jobs/status
  read on extensions: daemonsets daemonsets/status deployments deployments/scale deployments/status ingresses
      ingresses/status networkpolicies replicasets replicasets/scale replicasets/status replicationcontrollers/scale
  read on policy: poddisruptionbudgets poddisruptionbudgets/status
  read on networking.k8s.io: ingresses ingresses/status networkpolicies
  read on resource.k8s.io: resourceclaims resourceclaims/status resourceclaimtemplates
system:auth-delegator
  create on authentication.k8s.io: tokenreviews
  create on authorization.k8s.io: subjectaccessreviews
system:basic-user
  create on authorization.k8s.io: selfsubjectaccessreviews selfsubjectrulesreviews
  create on authentication.k8s.io: selfsubjectreviews
system:certificates.k8s.io:certificatesigningrequests:nodeclient
  create on certificates.k8s.io: certificatesigningrequests/nodeclient
system:certificates.k8s.io:certificatesigningrequests:selfnodeclient
  create on certificates.k8s.io: certificatesigningrequests/selfnodeclient
system:certificates.k8s.io:kube-apiserver-client-approver
  approve on certificates.k8s.io: signers = kubernetes.io/kube-apiserver-client
system:certificates.k8s.io:kube-apiserver-client-kubelet-approver
  approve on certificates.k8s.io: signers = kubernetes.io/kube-apiserver-client-kubelet
system:certificates.k8s.io:kubelet-serving-approver
  approve on certificates.k8s.io: signers = kubernetes.io/kubelet-serving
system:certificates.k8s.io:legacy-unknown-approver
  approve on certificates.k8s.io: signers = kubernetes.io/legacy-unknown
system:discovery
  get at /api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/
system:heapster
  read on core: events namespaces nodes pods
  read on extensions: deployments
system:kube-aggregator
  read on core: endpoints services
system:kube-controller-manager
  create patch update on core events.k8s.io: events
  create on coordination.k8s.io: leases
  get update on coordination.k8s.io: leases = kube-controller-manager
  create on core: secrets serviceaccounts
  delete on core: secrets
  get on core: configmaps namespaces secrets serviceaccounts
  update on core: secrets serviceaccounts
  create on authentication.k8s.io: tokenreviews
  create on authorization.k8s.io: subjectaccessreviews
  list watch on *: *
  create on core: serviceaccounts/token
system:kube-dns
  list watch on core: endpoints services
system:kube-scheduler
  create patch update on core events.k8s.io: events
  create on coordination.k8s.io: leases
  get list update watch on coordination.k8s.io: leases = kube-scheduler
  readwrite on coordination.k8s.io: leasecandidates
  read on core: nodes
  delete get list watch on core: pods
  create on core: bindings pods/binding
  patch update on core: pods/status
  read on core: replicationcontrollers services
  read on apps extensions: replicasets
  read on apps: statefulsets
  read on policy: poddisruptionbudgets
  read on core: persistentvolumeclaims persistentvolumes
  create on authentication.k8s.io: tokenreviews
  create on authorization.k8s.io: subjectaccessreviews
  read on storage.k8s.io: csinodes
  read on storage.k8s.io: volumeattachments
  read on core: namespaces
  read on storage.k8s.io: csidrivers
  read on storage.k8s.io: csistoragecapacities
  read on resource.k8s.io: deviceclasses
  get list patch update watch on resource.k8s.io: resourceclaims
  get list patch update watch on resource.k8s.io: resourceclaims/status
  update on core: pods/finalizers
  read on resource.k8s.io: resourceslices
  create delete on resource.k8s.io: resourceclaims
  patch update on resource.k8s.io: resourceclaims/binding
system:kubelet-api-admin
  read on core: nodes
  proxy on core: nodes
  * on core: nodes/log nodes/metrics nodes/proxy nodes/stats
  * on core: nodes/configz nodes/healthz nodes/pods
system:monitoring
  get at /flagz /healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/* /statusz
  get on core: nodes/metrics
system:node
  create on authentication.k8s.io: tokenreviews
  create on authorization.k8s.io: localsubjectaccessreviews subjectaccessreviews
  read on core: services
  create get list watch on core: nodes
  patch update on core: nodes/status
  patch update on core: nodes
  create patch update on core events.k8s.io: events
  read on core: pods
  create delete on core: pods
  patch update on core: pods/status
  create on core: pods/eviction
  read on core: configmaps secrets
  get on core: persistentvolumeclaims persistentvolumes
  get on core: endpoints
  create get list watch on certificates.k8s.io: certificatesigningrequests
  create delete get patch update on coordination.k8s.io: leases
  get on storage.k8s.io: volumeattachments
  create on core: serviceaccounts/token
  get patch update on core: persistentvolumeclaims/status
  read on storage.k8s.io: csidrivers
  create delete get patch update on storage.k8s.io: csinodes
  read on node.k8s.io: runtimeclasses
  get on resource.k8s.io: resourceclaims
  deletecollection on resource.k8s.io: resourceslices
  get on core: serviceaccounts
system:node-bootstrapper
  create get list watch on certificates.k8s.io: certificatesigningrequests
system:node-problem-detector
  get on core: nodes
  patch on core: nodes/status
  create patch update on core events.k8s.io: events
system:node-proxier
  list watch on core: endpoints services
  read on core: nodes
  create patch update on core events.k8s.io: events
  list watch on networking.k8s.io: servicecidrs
  list watch on discovery.k8s.io: endpointslices
system:persistent-volume-provisioner
  create delete get list watch on core: persistentvolumes
  get list update watch on core: persistentvolumeclaims
  read on storage.k8s.io: storageclasses
  watch on core: events
  create patch update on core events.k8s.io: events
system:public-info-viewer
  get at /healthz /livez /readyz /version /version/
system:service-account-issuer-discovery
  get at /.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/
system:volume-scheduler
  get list patch update watch on core: persistentvolumes
  read on storage.k8s.io: storageclasses
  get list patch update watch on core: persistentvolumeclaims
view <- view -> edit
`;
