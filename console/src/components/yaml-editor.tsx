import { useEffect, useRef, useState } from 'preact/hooks';
import type { Editor, Mark } from './codemirror.ts';
import { ErrorBox } from './error-box.tsx';

interface YamlEditorProps {
  readonly label: string;
  /** What it begins with; what is typed is told by `onChange`. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly marks?: readonly Mark[];
}

/** The editor is large: it is loaded when somebody edits. */
export function YamlEditor({ label, text, onChange, marks = [] }: YamlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const change = useRef(onChange);
  change.current = onChange;
  const [error, setError] = useState<unknown>();
  const [ready, setReady] = useState(false);
  // The text is only the beginning.
  useEffect(() => {
    let wanted = true;
    import('./codemirror.ts').then(({ createEditor }) => {
      if (!wanted || host.current === null) return;
      editor.current = createEditor(host.current, { text, label, onChange: (typed) => change.current(typed) });
      setReady(true);
    }, setError);
    return () => {
      wanted = false;
      editor.current?.destroy();
    };
  }, []);
  useEffect(() => editor.current?.setMarks(marks), [marks, ready]);
  if (error !== undefined) return <ErrorBox error={error} />;
  return <div class="editor" ref={host} />;
}
