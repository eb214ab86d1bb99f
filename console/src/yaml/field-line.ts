import type { Mark } from '../components/codemirror.ts';

/** `spec.pools[1].min` as steps: names, and numbers in lists. */
export function fieldSteps(field: string): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (const [, name, inside] of field.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    if (name !== undefined) steps.push(name);
    else steps.push(/^\d+$/.test(inside ?? '') ? Number(inside) : (inside ?? ''));
  }
  return steps;
}

export interface FieldFault {
  readonly field?: string;
  readonly message?: string;
}

/** What is wrong with fields, at the lines where they stand; those that are not there at the nearest that is. */
export async function marksOf(text: string, faults: readonly FieldFault[]): Promise<readonly Mark[]> {
  const { isMap, isNode, isScalar, LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const lineOf = (steps: readonly (string | number)[]): number => {
    const last = steps.at(-1);
    if (last === undefined) return 1;
    const around = steps.length === 1 ? document.contents : document.getIn(steps.slice(0, -1), true);
    // A field begins at its name, an item of a list where it stands.
    const pair = isMap(around) ? around.items.find(({ key }) => isScalar(key) && key.value === last) : undefined;
    const found = pair === undefined ? document.getIn([...steps], true) : pair.key;
    return isNode(found) && found.range ? lineCounter.linePos(found.range[0]).line : lineOf(steps.slice(0, -1));
  };
  return faults.map(({ field = '', message = '' }) => {
    const line = lineOf(fieldSteps(field === '<nil>' ? '' : field));
    return { line, message: field === '' ? message : `${field}: ${message}` };
  });
}
