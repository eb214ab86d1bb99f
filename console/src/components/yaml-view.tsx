import type { ComponentChildren } from 'preact';
import { pathKey, type YamlLine } from '../yaml/yaml-lines.ts';

interface YamlViewProps {
  readonly lines: readonly YamlLine[];
  readonly label: string;
  /** Classes of a line, by what is known of its value. */
  readonly lineClass?: (line: YamlLine) => string;
  /** What stands behind a line. */
  readonly note?: (line: YamlLine) => ComponentChildren;
}

/** YAML to be read: every text is a text node, whatever an object carries. */
export function YamlView({ lines, label, lineClass, note }: YamlViewProps) {
  return (
    // What scrolls must be reachable by keyboard.
    <section class="yaml" aria-label={label} tabIndex={0}>
      {lines.map((line, at) => (
        // A line has no other name.
        <div key={at} class={`yaml-line ${lineClass?.(line) ?? ''}`} data-path={pathKey(line.path)}>
          <YamlText line={line} />
          {note?.(line)}
        </div>
      ))}
    </section>
  );
}

export function YamlText({ line }: { readonly line: YamlLine }) {
  const { indent, dashes, key, text } = line;
  return (
    <code class="yaml-text">
      {' '.repeat(indent)}
      {dashes !== '' && <span class="y-dash">{dashes}</span>}
      {key !== undefined && <span class="y-key">{key}</span>}
      {key !== undefined && ':'}
      {text !== '' && (
        <span class={valueClass(text)}>
          {key !== undefined && ' '}
          {text}
        </span>
      )}
    </code>
  );
}

function valueClass(text: string): string {
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return 'y-number';
  return /^(true|false|null|\{\}|\[\])$/.test(text) ? 'y-word' : 'y-text';
}
