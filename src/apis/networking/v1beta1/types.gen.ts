// Made from types.ts by 'npm run gen'. Change that, not this.
import type { Types as NetworkingV1Types } from '../v1/types.gen.ts';

/** Leads requests from outside to services. */
export type Ingress = NetworkingV1Types['Ingress'];

/** Which requests go where. */
export type IngressSpec = NetworkingV1Types['IngressSpec'];

/** The present state of an ingress. */
export type IngressStatus = NetworkingV1Types['IngressStatus'];

/** Where requests go: a service or another object. */
export type IngressBackend = NetworkingV1Types['IngressBackend'];

/** A certificate and the hosts it is for. */
export type IngressTLS = NetworkingV1Types['IngressTLS'];

/** What to do with the requests to a host. */
export type IngressRule = NetworkingV1Types['IngressRule'];

/** Where the load balancer can be reached. */
export type IngressLoadBalancerStatus = NetworkingV1Types['IngressLoadBalancerStatus'];

/** A service and one of its ports. */
export type IngressServiceBackend = NetworkingV1Types['IngressServiceBackend'];

/** The rules for one host. */
export type IngressRuleValue = NetworkingV1Types['IngressRuleValue'];

/** A point where the load balancer can be reached. */
export type IngressLoadBalancerIngress = NetworkingV1Types['IngressLoadBalancerIngress'];

/** A port of a service, by name or number. */
export type ServiceBackendPort = NetworkingV1Types['ServiceBackendPort'];

/** Where requests go, by path. */
export type HTTPIngressRuleValue = NetworkingV1Types['HTTPIngressRuleValue'];

/** A port of the load balancer, and whether it works. */
export type IngressPortStatus = NetworkingV1Types['IngressPortStatus'];

/** Where the requests to a path go. */
export type HTTPIngressPath = NetworkingV1Types['HTTPIngressPath'];

/** A sort of ingress, and who cares for it. */
export type IngressClass = NetworkingV1Types['IngressClass'];

/** Who cares for ingresses of a class. */
export type IngressClassSpec = NetworkingV1Types['IngressClassSpec'];

/** Points at the settings of a class. */
export type IngressClassParametersReference = NetworkingV1Types['IngressClassParametersReference'];

/** Which traffic pods may take and send. */
export type NetworkPolicy = NetworkingV1Types['NetworkPolicy'];

/** The pods meant and the traffic allowed. */
export type NetworkPolicySpec = NetworkingV1Types['NetworkPolicySpec'];

/** Traffic that the pods may take. */
export type NetworkPolicyIngressRule = NetworkingV1Types['NetworkPolicyIngressRule'];

/** Traffic that the pods may send. */
export type NetworkPolicyEgressRule = NetworkingV1Types['NetworkPolicyEgressRule'];

/** A port or a range of ports. */
export type NetworkPolicyPort = NetworkingV1Types['NetworkPolicyPort'];

/** Who the other side is. */
export type NetworkPolicyPeer = NetworkingV1Types['NetworkPolicyPeer'];

/** A range of addresses, with holes. */
export type IPBlock = NetworkingV1Types['IPBlock'];

/** Ranges from which services get addresses. */
export type ServiceCIDR = NetworkingV1Types['ServiceCIDR'];

/** The ranges. */
export type ServiceCIDRSpec = NetworkingV1Types['ServiceCIDRSpec'];

/** The present state of the ranges. */
export type ServiceCIDRStatus = NetworkingV1Types['ServiceCIDRStatus'];

/** An address that is in use. */
export type IPAddress = NetworkingV1Types['IPAddress'];

/** What the address is used for. */
export type IPAddressSpec = NetworkingV1Types['IPAddressSpec'];

/** Points at the object that uses the address. */
export type ParentReference = NetworkingV1Types['ParentReference'];

/** All of them by name. */
export type Types = NetworkingV1Types;
