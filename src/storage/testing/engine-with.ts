import type { Engine } from '../engine.ts';

/** The same engine, but for some of its methods. */
export function engineWith(engine: Engine, changed: Partial<Engine>): Engine {
  return {
    read: (prefix, at) => engine.read(prefix, at),
    count: (prefix, at) => engine.count(prefix, at),
    get: (key) => engine.get(key),
    commit: (key, value, terms) => engine.commit(key, value, terms),
    changes: (prefix, since, signal) => engine.changes(prefix, since, signal),
    revision: () => engine.revision(),
    compact: (before) => engine.compact(before),
    expired: (now) => engine.expired(now),
    health: () => engine.health(),
    probe: () => engine.probe(),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
    ...changed,
  };
}
