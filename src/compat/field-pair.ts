import type { Path } from './finding.ts';
import type { VersionReport } from './report.ts';
import type { SchemaView } from './schema-view.ts';

/** The same place in the schema before and after. */
export interface FieldPair {
  readonly path: Path;
  readonly old: SchemaView;
  readonly next: SchemaView;
  readonly parent: FieldPair | undefined;
  readonly report: VersionReport;
}

/** Looks at one thing about a place. Places below it are looked at for themselves. */
export type FieldCheck = (pair: FieldPair) => void;
