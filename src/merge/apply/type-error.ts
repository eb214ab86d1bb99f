/** One value that is not of its type. */
export interface TypeIssue {
  /** `.spec.containers[name="web"].image`; empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

/** Values that are not of their type, all that were found. */
export class TypeMismatchError extends Error {
  override name = 'TypeMismatchError';
  readonly issues: readonly TypeIssue[];

  constructor(issues: readonly TypeIssue[]) {
    super(formatIssues(issues));
    this.issues = issues;
  }
}

/** One issue is one line; several are a list. */
export function formatIssues(issues: readonly TypeIssue[]): string {
  const lines = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return lines.length === 1 ? (lines[0] as string) : ['errors:', ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Found where the path is not known. */
export function mismatch(message: string): TypeMismatchError {
  return new TypeMismatchError([{ path: '', message }]);
}

export const UNDECLARED = 'field not declared in schema';
export const TOO_DEEP = 'the value is nested too deeply';
