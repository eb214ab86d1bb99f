import { useEffect, useState } from 'preact/hooks';
import { ask, StatusError } from '../../../api/call.ts';
import type { ObjectRef } from '../../../api/resource-path.ts';
import type { KubeObject, ObjectMeta } from '../../../api/types.ts';
import type { Mark } from '../../../components/codemirror.ts';
import { parseYaml } from '../../../yaml/parse-yaml.ts';
import { convert, dryRunPut, type VersionColumn } from './read-versions.ts';
import { LAST_APPLIED } from './worth-reading.ts';

/** What would become of an edited text. */
export interface Preview {
  readonly marks: readonly Mark[];
  /** What was sent for the dry run. */
  readonly sent?: KubeObject;
  /** What the dry run gave back. */
  readonly object?: KubeObject;
  readonly others?: ReadonlyMap<string, VersionColumn> | undefined;
  readonly error?: unknown;
}

const PAUSE_MS = 350;
const nothing: Preview = { marks: [] };

/** Asks the server what would become of the text, when somebody has stopped typing. */
export function usePreview(refs: ObjectRef, object: KubeObject, text: string): Preview {
  const [preview, setPreview] = useState<Preview>(nothing);
  // What is edited stays the same object.
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      previewOf({ refs, object, text }, abort.signal).then(
        (made) => !abort.signal.aborted && setPreview(made),
        (error: unknown) => !abort.signal.aborted && setPreview({ marks: [], error }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return preview;
}

interface Edited {
  readonly refs: ObjectRef;
  readonly object: KubeObject;
  readonly text: string;
}

async function previewOf({ refs, object, text }: Edited, signal: AbortSignal): Promise<Preview> {
  const parsed = await parseYaml(text);
  if ('marks' in parsed) return { marks: parsed.marks };
  const sent = withHiddenFields(parsed.value as KubeObject, object);
  let answer: KubeObject;
  try {
    answer = await ask<KubeObject>(dryRunPut(refs, sent), signal);
  } catch (error) {
    return { marks: marksFor(error, parsed.lineOf), error };
  }
  return { marks: [], sent, object: answer, others: await convert(refs, answer, signal) };
}

/** What the server has against a field is marked where the field is. */
function marksFor(error: unknown, lineOf: (field: string) => number): readonly Mark[] {
  const causes = error instanceof StatusError ? (error.status.details?.causes ?? []) : [];
  return causes.flatMap(({ field, message = '' }) => (field ? [{ line: lineOf(field), message }] : []));
}

/** The editor hides what the server keeps for itself; a write that names the version it was made from cannot undo another's. */
function withHiddenFields(edited: KubeObject, { metadata }: KubeObject): KubeObject {
  const { uid, resourceVersion, creationTimestamp, generation, managedFields } = metadata;
  const hidden = { uid, resourceVersion, creationTimestamp, generation, managedFields } as ObjectMeta;
  const lastApplied = metadata.annotations?.[LAST_APPLIED];
  const annotations = {
    ...(lastApplied !== undefined && { [LAST_APPLIED]: lastApplied }),
    ...edited.metadata?.annotations,
  };
  return { ...edited, metadata: { ...hidden, ...edited.metadata, annotations } };
}
