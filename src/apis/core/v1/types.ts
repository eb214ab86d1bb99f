import { describeTypes, metaV1 } from '#schema';
import { nodeTypes } from './node-types.ts';
import { optionTypes } from './option-types.ts';
import { podStatusTypes } from './pod-status-types.ts';
import { podTypes } from './pod-types.ts';
import { replicationTypes } from './replication-types.ts';
import { stringValues } from './string-values.ts';
import type { Types } from './types.gen.ts';
import { volumeTypes } from './volume-types.ts';

/** The types of the core group, in the notation of `describeTypes`. */
export const coreV1 = describeTypes<Types>(
  { package: 'io.k8s.api.core.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
Namespace | A space of names: objects in different namespaces may bear the same name.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec NamespaceSpec | What is wanted of the namespace.
  3 status NamespaceStatus | What has become of the namespace; written by the system.
NamespaceSpec | What is wanted of a namespace.
  1 finalizers [string] list=atomic go=[]FinalizerName | Who must still clean up before the namespace may go.
NamespaceStatus | The present state of a namespace.
  1 phase string go=NamespacePhase | Active, or Terminating once it is being deleted.
  2 conditions [NamespaceCondition] list=map(type) merge=type | The latest findings about the namespace, one per type.
NamespaceCondition | One finding about a namespace.
  1 type string always required go=NamespaceConditionType | The name of the finding.
  2 status string always required go=ConditionStatus | True, False or Unknown.
  4 lastTransitionTime time | When the status last changed.
  5 reason string | Why, in one word for programs.
  6 message string | Why, in a sentence for people.
ConfigMap | Settings for other objects to use, as keys and values.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  4 immutable bool? | When true, the data can never change again; only metadata can.
  2 data {string} | Text values by key. A key has letters, digits, '-', '_' or '.', and is not also in binaryData.
  3 binaryData {bytes} | Values that are not UTF-8 text, by key; base64 in JSON.
Secret | Confidential values, such as passwords and keys, for other objects to use.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  5 immutable bool? | When true, the data can never change again; only metadata can.
  2 data {bytes} | The values by key, base64 in JSON. A key has letters, digits, '-', '_' or '.'.
  4 stringData {string} | Values given as plain text. Only for writing: they are put into data and never shown.
  3 type string go=SecretType immutable | What the secret is for; well-known types demand certain keys. Opaque when not given.
ServiceAccount | An identity for programs that talk to the API.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 secrets [ObjectReference] list=map(name) merge=name | Secrets in the same namespace that pods with this account may use.
  3 imagePullSecrets [LocalObjectReference] list=atomic | Secrets in the same namespace with which pods with this account pull images.
  4 automountServiceAccountToken bool? | Whether pods with this account get a token mounted; a pod may decide otherwise.
ObjectReference map=atomic | Points at another object, or at a part of it.
  1 kind string | The kind of the object.
  2 namespace string | The namespace of the object.
  3 name string | The name of the object.
  4 uid string go=types.UID | The uid of the object.
  5 apiVersion string | The group and version in which the object is meant.
  6 resourceVersion string | The version of the object that is meant, if one in particular.
  7 fieldPath string | The part of the object that is meant, such as spec.containers{web}; empty for the whole.
LocalObjectReference map=atomic | Points at another object in the same namespace.
  1 name string default="" | The name of the object.
Event | Something that happened to an object. Kept for a limited time; no program should depend on it.
  1 metadata meta.ObjectMeta always required | Name, labels and other facts that every object has.
  2 involvedObject ObjectReference always required | What the event is about.
  3 reason string | Why it happened, in one word for programs.
  4 message string | What happened, in a sentence for people.
  5 source EventSource | Who reported it, in the older form.
  6 firstTimestamp time | When it was first seen.
  7 lastTimestamp time | When it was last seen.
  8 count int32 | How often it was seen.
  9 type string | Normal or Warning; more may come.
  10 eventTime microTime | When it was first observed.
  11 series EventSeries? | How often it went on, if it is more than a single event.
  12 action string | What was done or failed to be done.
  13 related ObjectReference? | A second object that the event has to do with.
  14 reportingComponent string always | The controller that reported it, such as example.com/controller.
  15 reportingInstance string always | Which instance of that controller.
EventSource | Who reported an event.
  1 component string | The component that reported it.
  2 host string | The node on which it was reported.
EventSeries | A run of the same event.
  1 count int32 | How often it was seen so far.
  2 lastObservedTime microTime | When it was last seen.
Service | A lasting name and address for programs that answer on a network, wherever they run.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec ServiceSpec | What is wanted of the service.
  3 status ServiceStatus | What has become of the service; written by the system.
ServiceSpec | What is wanted of a service.
  1 ports [ServicePort] list=map(port,protocol) merge=port | The ports on which the service answers.
  2 selector {string} map=atomic | The labels of the pods that get the traffic. Empty: somebody else provides the endpoints.
  3 clusterIP string | The service's address inside the cluster: given out by the server, or asked for, or None for no address at all.
  18 clusterIPs [string] list=atomic | All addresses of the service, at most one per IP family; the first equals clusterIP.
  4 type string go=ServiceType | ClusterIP, NodePort, LoadBalancer or ExternalName: how the service can be reached.
  5 externalIPs [string] list=atomic | More addresses at which nodes take traffic for the service. Deprecated.
  7 sessionAffinity string go=ServiceAffinity | None, or ClientIP to send one client always to the same pod.
  8 loadBalancerIP string | An address asked of the load balancer. Deprecated; support varies.
  9 loadBalancerSourceRanges [string] list=atomic | From which networks the load balancer takes traffic.
  10 externalName string | The DNS name that a service of type ExternalName stands for.
  11 externalTrafficPolicy string go=ServiceExternalTrafficPolicy | Cluster, or Local to send traffic from outside only to pods on the node that took it.
  12 healthCheckNodePort int32 | The node port for the load balancer's health checks, when externalTrafficPolicy is Local.
  13 publishNotReadyAddresses bool | Whether pods count as endpoints before they are ready.
  14 sessionAffinityConfig SessionAffinityConfig? | Details of the session affinity.
  19 ipFamilies [string] list=atomic go=[]IPFamily | IPv4, IPv6 or both, in order of preference.
  17 ipFamilyPolicy string? go=IPFamilyPolicy | SingleStack, PreferDualStack or RequireDualStack.
  20 allocateLoadBalancerNodePorts bool? | Whether a service of type LoadBalancer also gets node ports; true by default.
  21 loadBalancerClass string? | Which implementation of load balancers is meant. Fixed once set.
  22 internalTrafficPolicy string? go=ServiceInternalTrafficPolicy | Cluster, or Local to send traffic from inside the cluster only to pods on the same node.
  23 trafficDistribution string? | A preference for endpoints near the client, such as PreferSameZone.
ServiceStatus | The present state of a service.
  1 loadBalancer LoadBalancerStatus | Where the load balancer can be reached.
  2 conditions [meta.Condition] list=map(type) merge=type | The latest findings about the service, one per type.
ServicePort | One port of a service.
  1 name string | The name of the port; needed when there are several.
  2 protocol string go=Protocol default="TCP" | TCP, UDP or SCTP.
  6 appProtocol string? | What is spoken on the port, such as http or kubernetes.io/h2c.
  3 port int32 always required | The port of the service.
  4 targetPort intOrString | The port of the pods, by number or by name. The same as port when not given.
  5 nodePort int32 | The port on every node, for services that can be reached through nodes.
SessionAffinityConfig | Details of session affinity.
  1 clientIP ClientIPConfig? | Details of affinity by the client's address.
LoadBalancerStatus | Where a load balancer can be reached.
  1 ingress [LoadBalancerIngress] list=atomic | The points at which traffic enters.
ClientIPConfig | Details of affinity by the client's address.
  1 timeoutSeconds int32? | For how long a client stays with its pod: 1 to 86400, three hours by default.
LoadBalancerIngress | One point at which traffic enters a load balancer.
  1 ip string | Its address, if it has one.
  2 hostname string | Its DNS name, if it has one.
  3 ipMode string? go=LoadBalancerIPMode | VIP when traffic arrives with the load balancer's address, Proxy when with the node's.
  4 ports [PortStatus] list=atomic | The state of its ports.
PortStatus | The state of one port of a load balancer.
  1 port int32 always required | The port.
  2 protocol string always required go=Protocol | TCP, UDP or SCTP.
  3 error string? | What is wrong with the port, in one word for programs.
Endpoints | The addresses behind a service, in the older form. Use EndpointSlice instead.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 subsets [EndpointSubset] list=atomic | Groups of addresses that share ports; together they are all endpoints of the service.
EndpointSubset | Addresses that share the same ports: each address has each port.
  1 addresses [EndpointAddress] list=atomic | The addresses that are ready for traffic.
  2 notReadyAddresses [EndpointAddress] list=atomic | The addresses that are not ready for traffic.
  3 ports [EndpointPort] list=atomic | The ports of these addresses.
EndpointAddress map=atomic | One address.
  1 ip string always required | The IP; not a loopback or link-local one.
  3 hostname string | The host name of the endpoint.
  4 nodeName string? | The node on which the endpoint runs.
  2 targetRef ObjectReference? | The object that provides the endpoint.
EndpointPort map=atomic | One port of an endpoint.
  1 name string | The name of the port, as in the service; needed when there are several.
  2 port int32 always required format=port | The port.
  3 protocol string go=Protocol present values | TCP, UDP or SCTP; TCP when not given.
  4 appProtocol string? format=k8s-label-key | What is spoken on the port, such as http or kubernetes.io/h2c.
${podTypes}${podStatusTypes}${volumeTypes}${nodeTypes}${replicationTypes}${optionTypes}${stringValues}`,
);
