import type { FieldPair } from '../field-pair.ts';

/** Words that changed, apart from spaces and line breaks. */
export function checkDescription({ old, next, path, report }: FieldPair): void {
  if (old.description === next.description) return;
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const [before, after] = [plain(old.description), plain(next.description)];
  if (before === after) return;
  const message =
    before === '' ? 'got a description' : after === '' ? 'lost its description' : 'the description changed';
  report.note({ rule: 'description-changed', path, message });
}
