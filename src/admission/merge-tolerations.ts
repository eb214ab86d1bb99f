import type { Toleration } from './objects.ts';

/** Both lists, without what another toleration of them covers. k8s: pkg/util/tolerations/tolerations.go */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second];
  const merged: Toleration[] = [];
  for (const [at, one] of all.entries()) {
    const known = merged.some((other) => covers(other, one));
    const covered = all.slice(at + 1).some((later) => !same(later, one) && covers(later, one));
    if (!known && !covered) merged.push({ ...one });
  }
  return merged;
}

function same(a: Toleration, b: Toleration): boolean {
  const fields = ['key', 'operator', 'value', 'effect', 'tolerationSeconds'] as const;
  return fields.every((field) => (a[field] ?? '') === (b[field] ?? ''));
}

/** Whether `wide` tolerates all that `narrow` does. */
function covers(wide: Toleration, narrow: Toleration): boolean {
  if (same(wide, narrow)) return true;
  const anyKey = !wide.key && wide.operator === 'Exists';
  if (!anyKey && (wide.key ?? '') !== (narrow.key ?? '')) return false;
  if (wide.effect && wide.effect !== narrow.effect) return false;
  if (wide.effect === 'NoExecute' && wide.tolerationSeconds !== undefined) {
    if (narrow.tolerationSeconds === undefined || narrow.tolerationSeconds > wide.tolerationSeconds) return false;
  }
  if (wide.operator === 'Exists') return true;
  if (wide.operator && wide.operator !== 'Equal') return false;
  return narrow.operator === 'Equal' && (narrow.value ?? '') === (wide.value ?? '');
}
