// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { Types as CoreV1Types } from '../../core/v1/types.gen.ts';
import type { MetaV1Types } from '#schema';

/** Leads requests from outside to services. */
export type Ingress = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: IngressSpec;
  /** How it stands; written by the system. */
  status?: IngressStatus;
};

/** Which requests go where. */
export type IngressSpec = {
  /** The class, and so who cares for it. */
  ingressClassName?: string;
  /** Where requests go that no rule is for. */
  defaultBackend?: IngressBackend;
  /** Certificates and their hosts. */
  tls?: IngressTLS[];
  /** Where requests go, by host. */
  rules?: IngressRule[];
};

/** The present state of an ingress. */
export type IngressStatus = {
  /** Where it can be reached. */
  loadBalancer?: IngressLoadBalancerStatus;
};

/** Where requests go: a service or another object. */
export type IngressBackend = {
  /** A service of the same namespace. */
  service?: IngressServiceBackend;
  /** Another object of the same namespace. */
  resource?: CoreV1Types['TypedLocalObjectReference'];
};

/** A certificate and the hosts it is for. */
export type IngressTLS = {
  /** The hosts in the certificate. */
  hosts?: string[];
  /** The secret with the certificate. */
  secretName?: string;
};

/** What to do with the requests to a host. */
export type IngressRule = {
  /** The host; *.example.com means all below; all when empty. */
  host?: string;
  /** Where requests go, by path. */
  http?: HTTPIngressRuleValue;
};

/** Where the load balancer can be reached. */
export type IngressLoadBalancerStatus = {
  /** The points where it can be reached. */
  ingress?: IngressLoadBalancerIngress[];
};

/** A service and one of its ports. */
export type IngressServiceBackend = {
  /** The name of the service. */
  name?: string;
  /** The port of the service. */
  port?: ServiceBackendPort;
};

/** The rules for one host. */
export type IngressRuleValue = {
  /** Where requests go, by path. */
  http?: HTTPIngressRuleValue;
};

/** A point where the load balancer can be reached. */
export type IngressLoadBalancerIngress = {
  /** An address. */
  ip?: string;
  /** A host name. */
  hostname?: string;
  /** The ports at this point. */
  ports?: IngressPortStatus[];
};

/** A port of a service, by name or number. */
export type ServiceBackendPort = {
  /** The name of the port. */
  name?: string;
  /** The number of the port. */
  number?: number;
};

/** Where requests go, by path. */
export type HTTPIngressRuleValue = {
  /** Paths and where their requests go. */
  paths?: HTTPIngressPath[] | null;
};

/** A port of the load balancer, and whether it works. */
export type IngressPortStatus = {
  /** The number of the port. */
  port?: number;
  /** TCP, UDP or SCTP. */
  protocol?: string;
  /** What is wrong with the port, in one word. */
  error?: string;
};

/** Where the requests to a path go. */
export type HTTPIngressPath = {
  /** The path; begins with a slash. */
  path?: string;
  /** Exact, Prefix or ImplementationSpecific. */
  pathType?: string | null;
  /** Where the requests go. */
  backend?: IngressBackend;
};

/** A sort of ingress, and who cares for it. */
export type IngressClass = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: IngressClassSpec;
};

/** Who cares for ingresses of a class. */
export type IngressClassSpec = {
  /** Who cares for it, such as example.com/ingress. */
  controller?: string;
  /** Where its settings are. */
  parameters?: IngressClassParametersReference;
};

/** Points at the settings of a class. */
export type IngressClassParametersReference = {
  /** The group of the object; core when absent. */
  apiGroup?: string;
  /** The kind of the object. */
  kind?: string;
  /** The name of the object. */
  name?: string;
  /** Cluster or Namespace. */
  scope?: string | null;
  /** The namespace of the object. */
  namespace?: string;
};

/** Which traffic pods may take and send. */
export type NetworkPolicy = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: NetworkPolicySpec;
};

/** The pods meant and the traffic allowed. */
export type NetworkPolicySpec = {
  /** The pods meant; all when empty. */
  podSelector?: MetaV1Types['LabelSelector'];
  /** What the pods may take. */
  ingress?: NetworkPolicyIngressRule[];
  /** What the pods may send. */
  egress?: NetworkPolicyEgressRule[];
  /** Which directions it rules: Ingress, Egress. */
  policyTypes?: string[];
};

/** Traffic that the pods may take. */
export type NetworkPolicyIngressRule = {
  /** The ports meant; all when empty. */
  ports?: NetworkPolicyPort[];
  /** Where it may come from; anywhere when empty. */
  from?: NetworkPolicyPeer[];
};

/** Traffic that the pods may send. */
export type NetworkPolicyEgressRule = {
  /** The ports meant; all when empty. */
  ports?: NetworkPolicyPort[];
  /** Where it may go; anywhere when empty. */
  to?: NetworkPolicyPeer[];
};

/** A port or a range of ports. */
export type NetworkPolicyPort = {
  /** TCP, UDP or SCTP. */
  protocol?: string;
  /** The port, by name or number; all when absent. */
  port?: number | string;
  /** The last port of a range. */
  endPort?: number;
};

/** Who the other side is. */
export type NetworkPolicyPeer = {
  /** Pods by their labels. */
  podSelector?: MetaV1Types['LabelSelector'];
  /** Namespaces by their labels. */
  namespaceSelector?: MetaV1Types['LabelSelector'];
  /** A range of addresses. */
  ipBlock?: IPBlock;
};

/** A range of addresses, with holes. */
export type IPBlock = {
  /** The range, such as 192.168.1.0/24. */
  cidr?: string;
  /** Ranges within it that are left out. */
  except?: string[];
};

/** Ranges from which services get addresses. */
export type ServiceCIDR = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: ServiceCIDRSpec;
  /** How it stands; written by the system. */
  status?: ServiceCIDRStatus;
};

/** The ranges. */
export type ServiceCIDRSpec = {
  /** One range of each family. */
  cidrs?: string[];
};

/** The present state of the ranges. */
export type ServiceCIDRStatus = {
  /** The latest findings, one per type. */
  conditions?: MetaV1Types['Condition'][];
};

/** An address that is in use. */
export type IPAddress = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: IPAddressSpec;
};

/** What the address is used for. */
export type IPAddressSpec = {
  /** The object that uses the address. */
  parentRef?: ParentReference;
};

/** Points at the object that uses the address. */
export type ParentReference = {
  /** The group of the object. */
  group?: string;
  /** The resource of the object. */
  resource?: string;
  /** The namespace of the object. */
  namespace?: string;
  /** The name of the object. */
  name?: string;
};

/** All of them by name. */
export type Types = {
  Ingress: Ingress;
  IngressSpec: IngressSpec;
  IngressStatus: IngressStatus;
  IngressBackend: IngressBackend;
  IngressTLS: IngressTLS;
  IngressRule: IngressRule;
  IngressLoadBalancerStatus: IngressLoadBalancerStatus;
  IngressServiceBackend: IngressServiceBackend;
  IngressRuleValue: IngressRuleValue;
  IngressLoadBalancerIngress: IngressLoadBalancerIngress;
  ServiceBackendPort: ServiceBackendPort;
  HTTPIngressRuleValue: HTTPIngressRuleValue;
  IngressPortStatus: IngressPortStatus;
  HTTPIngressPath: HTTPIngressPath;
  IngressClass: IngressClass;
  IngressClassSpec: IngressClassSpec;
  IngressClassParametersReference: IngressClassParametersReference;
  NetworkPolicy: NetworkPolicy;
  NetworkPolicySpec: NetworkPolicySpec;
  NetworkPolicyIngressRule: NetworkPolicyIngressRule;
  NetworkPolicyEgressRule: NetworkPolicyEgressRule;
  NetworkPolicyPort: NetworkPolicyPort;
  NetworkPolicyPeer: NetworkPolicyPeer;
  IPBlock: IPBlock;
  ServiceCIDR: ServiceCIDR;
  ServiceCIDRSpec: ServiceCIDRSpec;
  ServiceCIDRStatus: ServiceCIDRStatus;
  IPAddress: IPAddress;
  IPAddressSpec: IPAddressSpec;
  ParentReference: ParentReference;
};
