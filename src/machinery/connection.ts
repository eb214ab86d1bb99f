import type { Hub, Query } from '#meta';
import type { QueryOption } from './codec/query-options.ts';
import type { Verb } from './resource-definition.ts';

/** What a subresource that connects (exec, log, proxy) leads to. */
export interface SubresourceConnection {
  /** Takes any path below its own (proxy). */
  readonly anyPath?: boolean;
  /** What a user must be allowed besides the verb of the request. */
  readonly alsoNeeds?: Verb;
  /** Answers with text that is read (log), so that nothing is connected. */
  readonly answersText?: true;
  /** What the query may say, for those who describe the request. */
  options?(): readonly QueryOption[];
  /** Refuses what the query says, whether or not there is an object of the name. */
  check?(request: Pick<ConnectRequest, 'name' | 'query'>): void;
  /** The name of the object that a name in the path means, where that says more (`https:name:port`). */
  objectName?(asked: string): string;
  /**
   * The object is of the hub and is not changed. Answers with a text, or with what to connect to, if anything. Throws an
   * `ApiError` to refuse.
   */
  open(object: Hub, request: ConnectRequest): Connected | Promise<Connected>;
}

type Connected = ConnectionTarget | string | undefined;

interface NetworkPlace {
  readonly host: string;
  readonly port: number;
}

/** What a connection leads to. */
export type ConnectionTarget = ProxiedServer | ForwardedPorts | SimulatedContainer | NodeAgent;

/** A server that takes requests (proxy). */
interface ProxiedServer extends NetworkPlace {
  readonly kind: 'server';
  readonly scheme: 'http' | 'https';
  /** Names and addresses of this machine and its links are refused. */
  readonly onlyGlobal: boolean;
}
/** The ports of a pod (portforward). */
interface ForwardedPorts {
  readonly kind: 'ports';
  readonly name: string;
  readonly uid: string;
  /** Fails with an error whose message is told to the client. */
  address(port: number): Promise<NetworkPlace>;
}
/** A container that nobody runs (exec, attach). */
interface SimulatedContainer {
  readonly kind: 'simulated';
  /** What to say of it. */
  readonly text: string;
  readonly action: 'exec' | 'attach';
}
/** What runs the pods of a node, at a path of its own (exec, attach, portforward, log). */
interface NodeAgent extends NetworkPlace {
  readonly kind: 'node';
  readonly path: string;
  readonly query: string;
  /** It goes on with another protocol. */
  readonly isStream: boolean;
}

export interface ConnectRequest {
  /** The name as it stands in the path. */
  readonly name: string;
  readonly query: Query;
  /** Where a service of the same namespace is said to be, whatever is stored. */
  fixedAddress?(service: string): NetworkPlace | undefined;
  /** Another object of the same group and namespace, of the hub; null when there is none. */
  find(resource: string, name: string): Promise<Hub | null>;
}
