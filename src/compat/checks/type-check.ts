import type { FieldPair } from '../field-pair.ts';
import type { SchemaView, ValueType } from '../schema-view.ts';

/** Looks at the type. False where what lies below can no longer be compared. */
export function checkType(pair: FieldPair): boolean {
  const { old, next, path, report } = pair;
  if (old.type === next.type) return true;
  const message = `${typeText(old)} became ${typeText(next)}`;
  if (isListOf(next, old)) {
    report.note({ rule: 'singular-made-plural', path, message });
    return false;
  }
  if (old.type === 'int-or-string' || next.type === 'int-or-string') {
    const effect = intOrStringEffect(old.type, next.type);
    report.note({
      rule: effect === undefined ? 'type-changed' : 'int-or-string-changed',
      path,
      message,
      ...(effect && { effect }),
    });
    return false;
  }
  const effect = effectOf(old, next);
  report.note({ rule: 'type-changed', path, message, ...(effect && { effect }) });
  return false;
}

function typeText({ type, items }: SchemaView): string {
  if (type === 'array') return `a list of ${items === undefined ? 'anything' : items.type}`;
  return type === 'int-or-string' ? 'integer or string' : type === 'any' ? 'a value of any type' : type;
}

function isListOf(list: SchemaView, one: SchemaView): boolean {
  return list.type === 'array' && one.type !== 'any' && list.items?.type === one.type;
}

function effectOf({ type: old }: SchemaView, { type: next }: SchemaView): 'tightens' | 'loosens' | undefined {
  if (next === 'any' || (old === 'integer' && next === 'number')) return 'loosens';
  return old === 'any' || (old === 'number' && next === 'integer') ? 'tightens' : undefined;
}

function intOrStringEffect(old: ValueType, next: ValueType): 'tightens' | 'loosens' | undefined {
  const parts: readonly ValueType[] = ['integer', 'string'];
  if (parts.includes(next) || old === 'any') return 'tightens';
  return parts.includes(old) || next === 'any' ? 'loosens' : undefined;
}
