import { formatMicroTime, instantOf, type World } from '#meta';

/** The part of a Lease that an election is about. */
export interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
}

/** The Lease that servers share. */
export interface LeaseLock {
  /** What is there; undefined when nothing is. */
  read(): Promise<LeaseSpec | undefined>;
  /** Writes only upon what was read last: false when somebody else was quicker. */
  write(spec: LeaseSpec): Promise<boolean>;
}

interface ElectionOptions {
  readonly lock: LeaseLock;
  /** Who this is; nobody else has the same. */
  readonly identity: string;
  readonly world: World;
  /** Begins what only one may do. */
  lead(): { stop(): Promise<void> };
}

/** Those of kube-controller-manager. A leader that could not renew gives up before anybody else may take over. */
const LEASE_SECONDS = 15;
const RENEW_DEADLINE_MS = 10_000;
const RETRY_MS = 2000;

/**
 * Leads while it holds the lease, by the protocol of client-go (tools/leaderelection). How long somebody else's lease holds is
 * measured here, from when a change of it was seen: the clocks of servers need not agree.
 */
export class LeaderElection {
  readonly #options: ElectionOptions;
  readonly #stopping = new AbortController();
  /** What was seen last, and when. */
  #seen: { readonly text: string; readonly at: number } | undefined;
  #leading: { stop(): Promise<void> } | undefined;
  readonly #running: Promise<void>;

  constructor(options: ElectionOptions) {
    this.#options = options;
    this.#running = this.#run();
  }
  get isLeader(): boolean {
    return this.#leading !== undefined;
  }

  /** Stops leading, and lets the others know that they need not wait. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { world } = this.#options;
    const { signal } = this.#stopping;
    let renewed = 0;
    while (!signal.aborted) {
      const asked = world.clock.elapsed();
      const attempt = this.#tryToHold();
      await this.#endAfter(renewed + RENEW_DEADLINE_MS, attempt);
      // An answer that came too late is of no use: the lease may have ended before others saw it renewed.
      if ((await attempt) && world.clock.elapsed() - asked < RENEW_DEADLINE_MS && !signal.aborted) {
        renewed = asked;
        this.#leading ??= this.#begin();
      }
      await world.clock.sleep(RETRY_MS, signal);
    }
    if (this.#leading === undefined) return;
    await this.#giveUp();
    await this.#release();
  }

  /** Stops leading at this time, unless the attempt to renew succeeds before, or there is another one before. */
  async #endAfter(deadline: number, attempt: Promise<boolean>): Promise<void> {
    if (this.#leading === undefined) return;
    const { clock, log } = this.#options.world;
    const done = new AbortController();
    const isLate = clock.sleep(Math.max(0, deadline - clock.elapsed()), done.signal).then(() => !done.signal.aborted);
    const isOver = await Promise.race([isLate, attempt.then((isHeld) => !isHeld && clock.elapsed() >= deadline)]);
    done.abort();
    if (!isOver) return;
    log.warn('the lease of the leader could not be renewed');
    await this.#giveUp();
  }
  #begin(): { stop(): Promise<void> } {
    this.#options.world.log.info('this server leads: its controllers run');
    return this.#options.lead();
  }
  async #giveUp(): Promise<void> {
    const leading = this.#leading;
    this.#leading = undefined;
    if (leading !== undefined) this.#options.world.log.info('this server leads no longer');
    await leading?.stop();
  }

  async #tryToHold(): Promise<boolean> {
    const { lock, identity, world } = this.#options;
    try {
      const there = await lock.read();
      if (this.#isHeldByAnother(there)) {
        // Somebody has taken it over: there is nothing to renew any more.
        if (this.#leading !== undefined) await this.#giveUp();
        return false;
      }
      const now = formatMicroTime(instantOf(world.clock.now()));
      const isOurs = there?.holderIdentity === identity;
      const acquireTime = isOurs ? (there.acquireTime ?? now) : now;
      const before = there?.leaseTransitions ?? 0;
      const leaseTransitions = there === undefined || isOurs ? before : before + 1;
      const spec = { holderIdentity: identity, leaseDurationSeconds: LEASE_SECONDS, acquireTime, renewTime: now };
      return await lock.write({ ...spec, leaseTransitions });
    } catch (error) {
      world.log.debug('the lease of the leader could not be asked for', { error });
      return false;
    }
  }

  #isHeldByAnother(there: LeaseSpec | undefined): boolean {
    const { identity, world } = this.#options;
    const now = world.clock.elapsed();
    const text = JSON.stringify(there ?? null);
    if (this.#seen?.text !== text) this.#seen = { text, at: now };
    const { holderIdentity = '', leaseDurationSeconds = LEASE_SECONDS } = there ?? {};
    if (holderIdentity === '' || holderIdentity === identity) return false;
    return now < this.#seen.at + leaseDurationSeconds * 1000;
  }

  async #release(): Promise<void> {
    const { lock, identity, world } = this.#options;
    try {
      const there = await lock.read();
      if (there?.holderIdentity !== identity) return;
      const now = formatMicroTime(instantOf(world.clock.now()));
      const { leaseTransitions = 0 } = there;
      await lock.write({
        holderIdentity: '',
        leaseDurationSeconds: 1,
        acquireTime: now,
        renewTime: now,
        leaseTransitions,
      });
    } catch (error) {
      world.log.debug('the lease of the leader was not given back', { error });
    }
  }
}
