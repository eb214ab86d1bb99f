import { describeTypes, metaV1 } from '#schema';
import { coreV1 } from '../../core/v1/types.ts';
import type { Types } from './types.gen.ts';

/** The types of the discovery group, in the notation of `describeTypes`. */
export const discoveryV1 = describeTypes<Types>(
  { package: 'io.k8s.api.discovery.v1', goPackage: 'v1', uses: { meta: metaV1, core: coreV1 } },
  `
EndpointSlice | Some of the endpoints behind a service. All slices with the service's label together are its endpoints.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  4 addressType string always required go=AddressType present values immutable | What the addresses are: IPv4, IPv6 or FQDN. Fixed when the slice is made.
  2 endpoints [Endpoint] always list=atomic | The endpoints; at most 1000.
  3 ports [EndpointPort] always list=atomic | The ports of every endpoint in the slice; at most 100.
Endpoint | One program that answers for a service.
  1 addresses [string] always required list=set | Its addresses, of the slice's type; only the first is used.
  2 conditions EndpointConditions | Whether it can take traffic.
  3 hostname string? | Its host name.
  4 targetRef core.ObjectReference? | The object that provides it.
  5 deprecatedTopology {string} | Where it runs, as v1beta1 said it; read-only here.
  6 nodeName string? | The node on which it runs.
  7 zone string? | The zone in which it runs.
  8 hints EndpointHints? | Who should use it.
EndpointPort map=atomic | One port of the endpoints in a slice.
  1 name string? | The name of the port, as in the service; each name only once.
  2 protocol string? go=v1.Protocol | TCP, UDP or SCTP; TCP when not given.
  3 port int32? | The port.
  4 appProtocol string? | What is spoken on the port, such as http or kubernetes.io/h2c.
EndpointConditions | Whether an endpoint can take traffic.
  1 ready bool? | It takes traffic and is not about to end; unknown counts as ready.
  2 serving bool? | It takes traffic, even if it is about to end.
  3 terminating bool? | It is about to end.
EndpointHints | Who should use an endpoint.
  1 forZones [ForZone] list=atomic | The zones whose clients should use it; at most 8.
  2 forNodes [ForNode] list=atomic | The nodes whose clients should use it; at most 8.
ForZone | A zone whose clients should use an endpoint.
  1 name string always required | The name of the zone.
ForNode | A node whose clients should use an endpoint.
  1 name string always required | The name of the node.
AddressType = FQDN, IPv4, IPv6
`,
);
