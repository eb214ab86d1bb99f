import { Http2Error } from './frames.ts';

/** As many in a row are forgiven … */
const MOST = 1000;
/** … and so many each second. */
const EACH_SECOND = 33;

/**
 * How much more a client may do that costs the server something and the client nothing: begin requests and take them back, send frames
 * that are wrong or empty.
 */
export class Patience {
  readonly #elapsed: () => number;
  #left = MOST;
  #since: number;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
    this.#since = elapsed();
  }

  /** Throws when there is none left. */
  spend(): void {
    const now = this.#elapsed();
    this.#left = Math.min(MOST, this.#left + ((now - this.#since) / 1000) * EACH_SECOND);
    this.#since = now;
    this.#left--;
    if (this.#left < 0) throw new Http2Error('ENHANCE_YOUR_CALM', 'it takes back or breaks too much');
  }
}
