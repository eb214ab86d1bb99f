/** What a generator did. */
interface Written {
  /** How many there are. */
  readonly files: number;
  /** The paths of those that are other than they should be, or were until they were written. */
  readonly outOfDate: readonly string[];
  readonly notes?: readonly string[];
}

/** What is said of generated files: a line for each that was written, or that is out of date where nothing is written. */
export function writtenText(
  { files, outOfDate, notes = [] }: Written,
  { verifyOnly, output }: { readonly verifyOnly: boolean; readonly output: 'text' | 'json' },
): string {
  if (output === 'json') {
    const told = verifyOnly ? { files, outOfDate, notes } : { files, written: outOfDate, notes };
    return `${JSON.stringify(told)}\n`;
  }
  return outOfDate.map((path) => (verifyOnly ? `${path} is out of date\n` : `wrote ${path}\n`)).join('');
}
