import { describeTypes, metaV1 } from '#schema';
import { coreV1 } from '../../core/v1/types.ts';
import type { Types } from './types.gen.ts';

/** The types of the networking group, in the notation of `describeTypes`. */
export const networkingV1 = describeTypes<Types>(
  { package: 'io.k8s.api.networking.v1', goPackage: 'v1', uses: { meta: metaV1, core: coreV1 } },
  `
Ingress | Leads requests from outside to services.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec IngressSpec | What is wanted.
  3 status IngressStatus | How it stands; written by the system.
IngressSpec | Which requests go where.
  4 ingressClassName string? | The class, and so who cares for it.
  1 defaultBackend IngressBackend? | Where requests go that no rule is for.
  2 tls [IngressTLS] list=atomic | Certificates and their hosts.
  3 rules [IngressRule] list=atomic | Where requests go, by host.
IngressStatus | The present state of an ingress.
  1 loadBalancer IngressLoadBalancerStatus | Where it can be reached.
IngressBackend | Where requests go: a service or another object.
  4 service IngressServiceBackend? | A service of the same namespace.
  3 resource core.TypedLocalObjectReference? | Another object of the same namespace.
IngressTLS | A certificate and the hosts it is for.
  1 hosts [string] list=atomic | The hosts in the certificate.
  2 secretName string | The secret with the certificate.
IngressRule | What to do with the requests to a host.
  1 host string | The host; *.example.com means all below; all when empty.
  2 ingressRuleValue IngressRuleValue inline | The rules for the host.
IngressLoadBalancerStatus | Where the load balancer can be reached.
  1 ingress [IngressLoadBalancerIngress] list=atomic | The points where it can be reached.
IngressServiceBackend | A service and one of its ports.
  1 name string always required | The name of the service.
  2 port ServiceBackendPort | The port of the service.
IngressRuleValue | The rules for one host.
  1 http HTTPIngressRuleValue? | Where requests go, by path.
IngressLoadBalancerIngress | A point where the load balancer can be reached.
  1 ip string | An address.
  2 hostname string | A host name.
  4 ports [IngressPortStatus] list=atomic | The ports at this point.
ServiceBackendPort map=atomic | A port of a service, by name or number.
  1 name string | The name of the port.
  2 number int32 | The number of the port.
HTTPIngressRuleValue | Where requests go, by path.
  1 paths [HTTPIngressPath] always required list=atomic | Paths and where their requests go.
IngressPortStatus | A port of the load balancer, and whether it works.
  1 port int32 always required | The number of the port.
  2 protocol string always required go=v1.Protocol | TCP, UDP or SCTP.
  3 error string? | What is wrong with the port, in one word.
HTTPIngressPath | Where the requests to a path go.
  1 path string | The path; begins with a slash.
  3 pathType string? always required go=PathType | Exact, Prefix or ImplementationSpecific.
  2 backend IngressBackend always required | Where the requests go.
IngressClass | A sort of ingress, and who cares for it.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec IngressClassSpec | What is wanted.
IngressClassSpec | Who cares for ingresses of a class.
  1 controller string immutable | Who cares for it, such as example.com/ingress.
  2 parameters IngressClassParametersReference? | Where its settings are.
IngressClassParametersReference | Points at the settings of a class.
  1 apiGroup string? format=dns-subdomain | The group of the object; core when absent.
  2 kind string always required present format=k8s-path-segment-name | The kind of the object.
  3 name string always required present format=k8s-path-segment-name | The name of the object.
  4 scope string? always | Cluster or Namespace.
  5 namespace string? | The namespace of the object.
NetworkPolicy | Which traffic pods may take and send.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec NetworkPolicySpec | What is wanted.
NetworkPolicySpec | The pods meant and the traffic allowed.
  1 podSelector meta.LabelSelector always | The pods meant; all when empty.
  2 ingress [NetworkPolicyIngressRule] list=atomic | What the pods may take.
  3 egress [NetworkPolicyEgressRule] list=atomic | What the pods may send.
  4 policyTypes [string] list=atomic go=[]PolicyType | Which directions it rules: Ingress, Egress.
NetworkPolicyIngressRule | Traffic that the pods may take.
  1 ports [NetworkPolicyPort] list=atomic | The ports meant; all when empty.
  2 from [NetworkPolicyPeer] list=atomic | Where it may come from; anywhere when empty.
NetworkPolicyEgressRule | Traffic that the pods may send.
  1 ports [NetworkPolicyPort] list=atomic | The ports meant; all when empty.
  2 to [NetworkPolicyPeer] list=atomic | Where it may go; anywhere when empty.
NetworkPolicyPort | A port or a range of ports.
  1 protocol string? go=v1.Protocol | TCP, UDP or SCTP.
  2 port intOrString? | The port, by name or number; all when absent.
  3 endPort int32? | The last port of a range.
NetworkPolicyPeer | Who the other side is.
  1 podSelector meta.LabelSelector? | Pods by their labels.
  2 namespaceSelector meta.LabelSelector? | Namespaces by their labels.
  3 ipBlock IPBlock? | A range of addresses.
IPBlock | A range of addresses, with holes.
  1 cidr string always required | The range, such as 192.168.1.0/24.
  2 except [string] list=atomic | Ranges within it that are left out.
ServiceCIDR | Ranges from which services get addresses.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec ServiceCIDRSpec | What is wanted.
  3 status ServiceCIDRStatus | How it stands; written by the system.
ServiceCIDRSpec | The ranges.
  1 cidrs [string] list=atomic | One range of each family.
ServiceCIDRStatus | The present state of the ranges.
  1 conditions [meta.Condition] list=map(type) merge=type | The latest findings, one per type.
IPAddress | An address that is in use.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec IPAddressSpec required | What is wanted.
IPAddressSpec | What the address is used for.
  1 parentRef ParentReference? required | The object that uses the address.
ParentReference | Points at the object that uses the address.
  1 group string | The group of the object.
  2 resource string required | The resource of the object.
  3 namespace string | The namespace of the object.
  4 name string required | The name of the object.
PathType = Exact, ImplementationSpecific, Prefix
PolicyType = Egress, Ingress
`,
);
