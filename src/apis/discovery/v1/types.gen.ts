// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { Types as CoreV1Types } from '../../core/v1/types.gen.ts';

/** Some of the endpoints behind a service. All slices with the service's label together are its endpoints. */
export type EndpointSlice = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What the addresses are: IPv4, IPv6 or FQDN. Fixed when the slice is made. */
  addressType?: string;
  /** The endpoints; at most 1000. */
  endpoints?: Endpoint[] | null;
  /** The ports of every endpoint in the slice; at most 100. */
  ports?: EndpointPort[] | null;
};

/** One program that answers for a service. */
export type Endpoint = {
  /** Its addresses, of the slice's type; only the first is used. */
  addresses?: string[] | null;
  /** Whether it can take traffic. */
  conditions?: EndpointConditions;
  /** Its host name. */
  hostname?: string;
  /** The object that provides it. */
  targetRef?: CoreV1Types['ObjectReference'];
  /** Where it runs, as v1beta1 said it; read-only here. */
  deprecatedTopology?: { [key: string]: string };
  /** The node on which it runs. */
  nodeName?: string;
  /** The zone in which it runs. */
  zone?: string;
  /** Who should use it. */
  hints?: EndpointHints;
};

/** One port of the endpoints in a slice. */
export type EndpointPort = {
  /** The name of the port, as in the service; each name only once. */
  name?: string;
  /** TCP, UDP or SCTP; TCP when not given. */
  protocol?: string;
  /** The port. */
  port?: number;
  /** What is spoken on the port, such as http or kubernetes.io/h2c. */
  appProtocol?: string;
};

/** Whether an endpoint can take traffic. */
export type EndpointConditions = {
  /** It takes traffic and is not about to end; unknown counts as ready. */
  ready?: boolean;
  /** It takes traffic, even if it is about to end. */
  serving?: boolean;
  /** It is about to end. */
  terminating?: boolean;
};

/** Who should use an endpoint. */
export type EndpointHints = {
  /** The zones whose clients should use it; at most 8. */
  forZones?: ForZone[];
  /** The nodes whose clients should use it; at most 8. */
  forNodes?: ForNode[];
};

/** A zone whose clients should use an endpoint. */
export type ForZone = {
  /** The name of the zone. */
  name?: string;
};

/** A node whose clients should use an endpoint. */
export type ForNode = {
  /** The name of the node. */
  name?: string;
};

/** All of them by name. */
export type Types = {
  EndpointSlice: EndpointSlice;
  Endpoint: Endpoint;
  EndpointPort: EndpointPort;
  EndpointConditions: EndpointConditions;
  EndpointHints: EndpointHints;
  ForZone: ForZone;
  ForNode: ForNode;
};
