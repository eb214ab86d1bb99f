import type { Recorder } from './metrics-recorder.ts';

/** One finished request, in the words of the request line. */
export interface RequestObservation {
  /** GET, LIST, WATCH, POST, PUT, PATCH, DELETE … as kube-apiserver names them in its metrics. */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly scope: 'cluster' | 'namespace' | 'resource' | '';
  readonly dryRun: boolean;
  readonly code: number;
  readonly seconds: number;
}

/** Numbers that somebody else knows, asked for when metrics are read. */
export interface Reading {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  read(): number | readonly Sample[];
}
export interface Sample {
  readonly labels: { readonly [name: string]: string };
  readonly value: number;
}

export interface Metrics {
  observeRequest(observation: RequestObservation): void;
  addReading(reading: Reading): void;
  /** The Prometheus text format. */
  render(): Promise<string>;
  readonly contentType: string;
}

/** So many observations are worth loading the library for. */
const mostWaiting = 256;

/** The library is loaded when the first requests have been served or somebody reads: it never delays a start. */
export class LazyMetrics implements Metrics {
  readonly contentType = 'text/plain; version=0.0.4; charset=utf-8';
  readonly #readings: Reading[] = [];
  #waiting: RequestObservation[] = [];
  #recorder: Recorder | undefined;
  #loading: Promise<Recorder> | undefined;

  observeRequest(observation: RequestObservation): void {
    if (this.#recorder !== undefined) {
      this.#recorder.observe(observation);
      return;
    }
    this.#waiting.push(observation);
    if (this.#waiting.length === mostWaiting) void this.#load();
  }
  addReading(reading: Reading): void {
    this.#readings.push(reading);
    this.#recorder?.addReading(reading);
  }
  async render(): Promise<string> {
    return (await this.#load()).render();
  }
  #load(): Promise<Recorder> {
    this.#loading ??= this.#makeRecorder();
    return this.#loading;
  }
  async #makeRecorder(): Promise<Recorder> {
    const { makeRecorder } = await import('./metrics-recorder.ts');
    const recorder = makeRecorder();
    for (const reading of this.#readings) recorder.addReading(reading);
    for (const observation of this.#waiting) recorder.observe(observation);
    this.#waiting = [];
    this.#recorder = recorder;
    return recorder;
  }
}
