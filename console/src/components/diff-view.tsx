import type { KubeObject } from '../api/types.ts';
import { type DiffLine, diffLines, withContext } from '../object/line-diff.ts';
import { withoutManagedFields } from '../yaml/without-managed-fields.ts';
import { lineText, type YamlLine, yamlLines } from '../yaml/yaml-lines.ts';
import { Empty } from './states.tsx';
import { YamlText } from './yaml-view.tsx';

interface DiffViewProps {
  /** Undefined where there was none. */
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
  readonly label: string;
}

/** What changes with every change is no news. */
function withoutBookkeeping(object: KubeObject): KubeObject {
  const { resourceVersion: _, generation: __, ...metadata } = withoutManagedFields(object).metadata;
  return { ...object, metadata };
}

const AROUND = 3;
const words = { same: '', removed: 'removed', added: 'added' } as const;
const signs = { same: ' ', removed: '−', added: '+' } as const;

/** The lines that differ between two states of an object, with a few around them. */
export function DiffView({ before, after, label }: DiffViewProps) {
  const lines = (object: KubeObject | undefined): readonly YamlLine[] =>
    object === undefined ? [] : yamlLines(withoutBookkeeping(object));
  const all = diffLines(lines(before), lines(after), lineText);
  if (all.every(({ kind }) => kind === 'same')) return <Empty title="Nothing that is shown has changed." />;
  return (
    <section class="yaml diff" aria-label={label} tabIndex={0}>
      {withContext(all, AROUND).map((line, at) => (
        // A line has no other name than its place.
        <DiffRow key={at} line={line} />
      ))}
    </section>
  );
}

function DiffRow({ line }: { readonly line: DiffLine<YamlLine> | undefined }) {
  if (line === undefined) return <div class="diff-gap">…</div>;
  return (
    <div class={`yaml-line diff-${line.kind}`}>
      <span class="diff-sign" aria-hidden="true">
        {signs[line.kind]}
      </span>
      {line.kind !== 'same' && <span class="visually-hidden">{words[line.kind]}: </span>}
      <YamlText line={line.line} />
    </div>
  );
}
