import type { FieldPair } from '../field-pair.ts';

/** Null, unknown fields, embedded resources. */
export function checkStructure(pair: FieldPair): void {
  const { old, next, path, report } = pair;
  if (old.nullable !== next.nullable) {
    const [message, effect] = next.nullable
      ? (['null is valid now', 'loosens'] as const)
      : (['null is no longer valid', 'tightens'] as const);
    report.note({ rule: 'nullable-changed', path, message, effect });
  }
  if (old.embedsResource !== next.embedsResource) {
    const [message, effect] = next.embedsResource
      ? (['the value must be a resource now', 'tightens'] as const)
      : (['the value need not be a resource any more', 'loosens'] as const);
    report.note({ rule: 'embedded-resource-changed', path, message, effect });
  }
  if (old.type === 'object' || old.type === 'any') checkUnknownFields(pair);
}

const strictness = { kept: 0, pruned: 1, refused: 2 };

function checkUnknownFields({ old, next, path, report }: FieldPair): void {
  const [before, after] = [old.unknownFields, next.unknownFields];
  const hasValues = (old.values === undefined) === (next.values === undefined);
  if (before === after && hasValues) return;
  if (!hasValues) {
    const becameMap = next.values !== undefined;
    const message = becameMap ? `keys are data now` : 'keys are no longer data: only named fields are kept';
    report.note({
      rule: 'unknown-fields-changed',
      path,
      message,
      effect: becameMap && before !== 'kept' ? 'loosens' : 'tightens',
    });
    return;
  }
  const message = `unknown fields were ${before} and are ${after}`;
  const effect = strictness[after] > strictness[before] ? 'tightens' : 'loosens';
  report.note({ rule: 'unknown-fields-changed', path, message, effect });
}
