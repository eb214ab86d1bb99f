import { CelError, Double, Uint, type Value } from '../values/value.ts';
import type { Step } from './frame.ts';
import { goTypeName } from './go-type.ts';

export const noKey: Step = () => new CelError('no key');

export function isKey(value: Value): boolean {
  if (typeof value !== 'object') return true;
  return value instanceof Uint || value instanceof Double;
}

export function invalidKey(value: Value): string {
  return `invalid qualifier type: ${goTypeName(value)}`;
}

export function checkedKey(key: Step): Step {
  return (frame) => {
    const value = key(frame);
    return value instanceof CelError || isKey(value) ? value : new CelError(invalidKey(value));
  };
}
