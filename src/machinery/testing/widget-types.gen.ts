// Made from widget-types.ts by 'npm run gen'. Change that, not this.
import type { Json, ObjectMeta } from '#meta';

/** A widget. */
export type Widget = {
  apiVersion: string;
  kind: string;
  /** What every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: WidgetSpec;
  status?: WidgetStatus;
};

export type WidgetSpec = {
  /** How many. */
  replicas?: number;
  size?: number | bigint;
  ratio?: number;
  paused?: boolean;
  secret?: string;
  amount?: string;
  port?: number | string;
  since?: string;
  exactly?: string;
  raw?: Json;
  ports?: WidgetPort[];
  labels?: { [key: string]: string };
  blobs?: { [key: string]: string };
  limits?: { [key: string]: string };
  parts?: { [key: string]: WidgetPort };
  file?: string;
  other?: WidgetPort;
  mode?: string;
  args?: string[] | null;
  parent?: WidgetSpec;
  numbers?: (number | bigint)[];
  extra?: { [key: string]: string[] };
  verbs?: string[];
};

export type WidgetPort = {
  port?: number;
  name?: string;
  protocol?: string;
};

export type WidgetSource = {
  file?: string;
  other?: WidgetPort;
};

export type WidgetStatus = {
  phase?: string;
  seen?: string | null;
};

/** All of them by name. */
export type Types = {
  Widget: Widget;
  WidgetSpec: WidgetSpec;
  WidgetPort: WidgetPort;
  WidgetSource: WidgetSource;
  WidgetStatus: WidgetStatus;
};
