import { KeyedMap } from '../values/maps.ts';
import { goText } from '../values/text.ts';
import { CelError, Optional, type Value } from '../values/value.ts';
import type { Step } from './frame.ts';

export function charging(step: Step, cost: number): Step {
  return (frame) => {
    const value = step(frame);
    frame.charge(cost);
    return value;
  };
}

export function listBuilder(steps: readonly Step[], optional: ReadonlySet<number>): Step {
  return (frame) => {
    const elements: Value[] = [];
    for (let i = 0; i < steps.length; i++) {
      const value = (steps[i] as Step)(frame);
      if (value instanceof CelError) return value;
      if (!optional.has(i)) elements.push(value);
      else if (!(value instanceof Optional))
        return new CelError(`cannot initialize optional list element from non-optional value ${goText(value)}`);
      else if (value.value !== undefined) elements.push(value.value);
    }
    return elements;
  };
}

/** What is in the optional that an optional entry is made of. */
export function contentOf(value: Value, name: Value): Value | undefined {
  if (value instanceof Optional) return value.value;
  return new CelError(`cannot initialize optional entry '${goText(name)}' from non-optional value ${goText(value)}`);
}

export function mapBuilder(entries: readonly { key: Step; value: Step; optional: boolean }[]): Step {
  return (frame) => {
    const map = new KeyedMap();
    for (const entry of entries) {
      const key = entry.key(frame);
      if (key instanceof CelError) return key;
      const value = entry.value(frame);
      if (value instanceof CelError) return value;
      const content = entry.optional ? contentOf(value, key) : value;
      if (content instanceof CelError) return content;
      if (content === undefined) map.delete(key);
      else map.set(key, content);
    }
    return map;
  };
}
