import { nearest } from '#meta';
import type { GenFault } from '../gen-fault.ts';
import type { DocComment, Tag } from './doc-comment.ts';
import { newDraft, type TagDraft } from './tag-draft.ts';
import { type TagTarget, tagTable } from './tag-table.ts';
import { TagFault } from './tag-values.ts';

const targetWords: { readonly [target in TagTarget]: string } = {
  field: 'fields',
  type: 'types',
  file: 'the comment at the top of a file',
};

/** What the tags of a comment say together. A faulty tag is reported, and the others still count. */
export function applyTags(
  { tags }: DocComment,
  target: TagTarget,
  report: (at: number, message: string) => void,
): TagDraft {
  const draft = newDraft();
  for (const tag of tags) {
    const why = faultOf(draft, tag, target);
    if (why !== undefined) report(tag.at, why);
  }
  return draft;
}

function faultOf(draft: TagDraft, tag: Tag, target: TagTarget): GenFault['message'] | undefined {
  const meaning = Object.hasOwn(tagTable, tag.name) ? tagTable[tag.name] : undefined;
  if (meaning === undefined) {
    const near = nearest(tag.name, Object.keys(tagTable));
    return `there is no tag ${tag.written}${near === undefined ? '' : `; did you mean @${near}?`}`;
  }
  if (!meaning.on.includes(target)) {
    return `${tag.written} is for ${meaning.on.map((one) => targetWords[one]).join(' and ')}, not for ${targetWords[target]}`;
  }
  try {
    meaning.apply(draft, tag);
    return undefined;
  } catch (error) {
    if (error instanceof TagFault) return error.message;
    throw error;
  }
}
