import type { Bench } from './bench.ts';

/** One line of the table. */
export interface Row {
  readonly name: string;
  readonly title: string;
  readonly unit: 'per s' | 'ms' | 'µs' | 'KB' | 'MB' | 'ratio';
  readonly better: 'more' | 'less';
  /** What Pinnace aims at, of which figure of the row. */
  readonly aim?: { readonly of: 'value' | 'p50'; readonly limit: number };
  /** Measured once, on a machine like the one of the aims, and given for scale: kube-apiserver 1.36 with etcd. */
  readonly kubeApiserver?: string;
}

export interface Measured {
  readonly value: number;
  /** Milliseconds. */
  readonly p50?: number;
  readonly p99?: number;
  /** The value of each slice or repetition: how far apart they are shows how quiet the machine was. */
  readonly slices?: readonly number[];
  /** Processor time of the server for each request: hardly disturbed by what else the machine does. */
  readonly cpuMicroseconds?: number;
  readonly note?: string;
}

/** Work that yields one or more rows. */
export interface Work {
  readonly rows: readonly Row[];
  /** Why this work cannot be done here, if so. */
  unable?(bench: Bench): string | undefined;
  /** Only when asked for by name. */
  readonly onlyByName?: boolean;
  run(bench: Bench): Promise<{ readonly [row: string]: Measured }>;
}
