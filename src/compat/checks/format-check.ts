import { isKnownFormat, stringFormat } from '#meta';
import type { FieldPair } from '../field-pair.ts';
import type { SchemaView } from '../schema-view.ts';
import { sampleTexts } from '../values/scalars.ts';
import { shown } from './default-check.ts';

/** The widths of numbers, the narrowest first. */
const widths = ['int32', 'int64', ''];

/** The format that texts and numbers must have. */
export function checkFormat(pair: FieldPair): void {
  const { old, next, path, report } = pair;
  const [before, after] = [old.source.format ?? '', next.source.format ?? ''];
  if (before === after) return;
  const message = `the format was ${before || 'not set'} and is ${after || 'not set'}`;
  const [enforcedBefore, enforcedAfter] = [enforced(old), enforced(next)];
  if (enforcedBefore === enforcedAfter) {
    // No value is refused, but generated clients get another type.
    report.note({ rule: 'format-changed', path, message: `${message}; no server enforces either`, doubt: 'unlikely' });
  } else if (old.type === 'integer' || old.type === 'number') {
    const narrower = widths.indexOf(enforcedAfter) < widths.indexOf(enforcedBefore);
    report.note({ rule: 'format-changed', path, message, effect: narrower ? 'tightens' : 'loosens' });
  } else {
    checkTextFormat(pair, { enforcedBefore, enforcedAfter, message });
  }
}

interface FormatChange {
  readonly enforcedBefore: string;
  readonly enforcedAfter: string;
  readonly message: string;
}

function checkTextFormat({ path, report }: FieldPair, { enforcedBefore, enforcedAfter, message }: FormatChange): void {
  const [before, after] = [stringFormat(enforcedBefore), stringFormat(enforcedAfter)];
  if (after !== undefined) {
    const refused = sampleTexts.find((text) => (before?.(text) ?? true) && !after(text));
    const shownText = refused === undefined ? { doubt: 'undecided' as const } : { evidence: [refused] };
    const words = refused === undefined ? message : `${message}: ${shown(refused)} is no longer valid`;
    report.note({ rule: 'format-changed', path, message: words, effect: 'tightens', ...shownText });
  }
  if (before !== undefined && after === undefined) {
    report.note({ rule: 'invalid-made-valid', path, message, effect: 'loosens' });
  }
}

function enforced({ source, type }: SchemaView): string {
  const { format = '' } = source;
  return format !== '' && isKnownFormat([type], format) ? format : '';
}
