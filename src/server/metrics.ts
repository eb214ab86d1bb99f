import type { Recorder } from './metrics-recorder.ts';
import { RequestTally } from './metrics-tally.ts';

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

/** Counting is always on and cheap. The library for all else is loaded when somebody reads: it never delays a start. */
export class LazyMetrics implements Metrics {
  readonly contentType = 'text/plain; version=0.0.4; charset=utf-8';
  readonly #readings: Reading[] = [];
  readonly #requests = new RequestTally();
  #loading: Promise<Recorder> | undefined;

  observeRequest(observation: RequestObservation): void {
    this.#requests.observe(observation);
  }
  addReading(reading: Reading): void {
    this.#readings.push(reading);
    void this.#loading?.then((recorder) => recorder.addReading(reading));
  }
  async render(): Promise<string> {
    this.#loading ??= this.#load();
    const recorder = await this.#loading;
    return `${this.#requests.text()}\n${await recorder.render()}`;
  }
  async #load(): Promise<Recorder> {
    const readings = this.#readings.slice();
    const { makeRecorder } = await import('./metrics-recorder.ts');
    const recorder = makeRecorder();
    for (const reading of readings) recorder.addReading(reading);
    return recorder;
  }
}
