import type { CostNode } from '../cost/call-cost.ts';
import type { Range } from '../cost/estimate.ts';
import { types } from '../values/type.ts';
import type { DeclType } from './decl-type.ts';

/** How large the value at a path can be, that begins with a variable of this type. */
export function sizeBelow(root: DeclType): (node: CostNode) => Range | undefined {
  return ({ path }) => {
    if (path === undefined || path.length === 0) return undefined;
    let decl: DeclType | 'key' | undefined = root;
    for (const step of path.slice(1)) {
      if (decl === undefined || decl === 'key') return undefined;
      decl = stepInto(decl, step);
    }
    if (decl === undefined) return undefined;
    // The size of keys is not bounded by schemas.
    return { min: 0n, max: decl === 'key' ? 0n : BigInt(decl.maxElements) };
  };
}

function stepInto(decl: DeclType, step: string): DeclType | 'key' | undefined {
  const { kind } = decl.type ?? types.dyn;
  if (step === '@items' || step === '@values')
    return kind === 'list' ? decl.items : kind === 'map' ? decl.values : undefined;
  if (step === '@keys') return kind === 'map' ? 'key' : undefined;
  return kind === 'struct' ? decl.fields.get(step) : undefined;
}
