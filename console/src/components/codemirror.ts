import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

export interface Mark {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface Editor {
  setText(text: string): void;
  setMarks(marks: readonly Mark[]): void;
  focus(): void;
  destroy(): void;
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--y-key)' },
  { tag: [tags.string, tags.content], color: 'var(--y-text)' },
  { tag: tags.number, color: 'var(--y-number)' },
  { tag: [tags.bool, tags.null, tags.keyword], color: 'var(--y-word)' },
  { tag: tags.comment, color: 'var(--ink-soft)', fontStyle: 'italic' },
]);

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--ink)', fontSize: '12.6px', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-soft)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--sunken)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--line-strong)' },
});

/**
 * An editor for YAML. It stands in a shadow tree: there its styles need no style element, which the policy of the page
 * does not allow.
 */
export function createEditor(
  host: HTMLElement,
  options: { readonly text: string; readonly label: string; readonly onChange: (text: string) => void },
): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const parent = document.createElement('div');
  parent.style.height = '100%';
  root.replaceChildren(parent);
  const view = new EditorView({ parent, root, state: stateOf(options) });
  return {
    setText(text) {
      if (text !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    setMarks: (marks) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          marks.map((mark) => diagnosticOf(view, mark)),
        ),
      ),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function stateOf({
  text,
  label,
  onChange,
}: {
  text: string;
  label: string;
  onChange: (text: string) => void;
}): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      lintGutter(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      history(),
      indentOnInput(),
      bracketMatching(),
      yaml(),
      syntaxHighlighting(colours),
      look,
      // Escape, then Tab leaves the editor: whoever has only a keyboard must be able to go on.
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
    ],
  });
}

function diagnosticOf(view: EditorView, { line, message }: Mark): Diagnostic {
  const at = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
  // Messages come from the server: they are shown as text.
  return { from: at.from, to: at.to, severity: 'error', message };
}
