// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';

/** One group and version, and who serves it. */
export type APIService = {
  apiVersion: string;
  kind: string;
  /** Its name is VERSION.GROUP. */
  metadata: ObjectMeta;
  /** Who serves it. */
  spec?: APIServiceSpec;
  /** Whether it is served. */
  status?: APIServiceStatus;
};

/** Who serves a group and version. */
export type APIServiceSpec = {
  /** Service that serves it; unset for this server. */
  service?: ServiceReference;
  /** The group; empty for core. */
  group?: string;
  /** The version. */
  version?: string;
  /** Trusts the service without checking. */
  insecureSkipTLSVerify?: boolean;
  /** PEM certificates that its own is checked against. */
  caBundle?: string;
  /** Groups with a higher one come first. */
  groupPriorityMinimum?: number;
  /** Versions with a higher one come first. */
  versionPriority?: number;
};

/** Whether a group and version is served. */
export type APIServiceStatus = {
  /** What was found about it. */
  conditions?: APIServiceCondition[];
};

/** A service in the cluster. */
export type ServiceReference = {
  /** Namespace of the service. */
  namespace?: string;
  /** Name of the service. */
  name?: string;
  /** Port to call; 443 if unset. */
  port?: number;
};

/** One finding. */
export type APIServiceCondition = {
  /** What was looked at: Available. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When it last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word. */
  reason?: string;
  /** Why, in a sentence. */
  message?: string;
};

/** All of them by name. */
export type Types = {
  APIService: APIService;
  APIServiceSpec: APIServiceSpec;
  APIServiceStatus: APIServiceStatus;
  ServiceReference: ServiceReference;
  APIServiceCondition: APIServiceCondition;
};
