/** JSON as it comes over the wire: objects, lists, Status and Table alike. Tests look only at what they know is there. */
export interface Wire {
  kind: string;
  apiVersion: string;
  metadata: WireMeta;
  /** Lists. */
  items: Wire[];
  /** Status. */
  status: unknown;
  message: string;
  reason: string;
  code: number;
  details: WireDetails;
  /** Table. */
  columnDefinitions: { name: string; type: string; priority: number }[] | null;
  rows: { cells: unknown[]; object: Wire | null }[];
  [field: string]: unknown;
}

export interface WireMeta {
  name: string;
  namespace?: string;
  uid: string;
  resourceVersion: string;
  generation?: number;
  generateName?: string;
  creationTimestamp: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  continue?: string;
  remainingItemCount?: number;
}

interface WireDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  retryAfterSeconds?: number;
  causes?: { reason: string; message: string; field?: string }[];
}

export interface WireEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: Wire;
}

/** An object to send: anything with a name. */
export interface Sent {
  apiVersion?: string;
  kind?: string;
  metadata: {
    name?: string;
    generateName?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    finalizers?: string[];
    resourceVersion?: string;
    uid?: string;
    [field: string]: unknown;
  };
  [field: string]: unknown;
}

export const namesOf = (list: Wire): string[] => list.items.map((item) => item.metadata.name);
