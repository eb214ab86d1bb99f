/** What a room may know of the world outside. Only `server` and `cli` make one; tests make their own. */
export interface Clock {
  /** Milliseconds since the epoch. Somebody may set it, also back. */
  now(): number;
  /** Milliseconds since some moment. Nobody sets it: what may take only so long is measured with it. */
  elapsed(): number;
  /** Resolves after `ms`, or at once when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
export interface Ids {
  uid(): string;
  /** `length` characters fit for the end of a generated name. */
  suffix(length: number): string;
}
export interface Log {
  debug(message: string, fields?: object): void;
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}
export interface World {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}
