export interface View {
  readonly scrollTop: number;
  readonly height: number;
}

/** Rows that are drawn beyond what is seen, so that scrolling shows no gaps. */
const MARGIN = 12;

/** Which rows of a long table are drawn: from the first up to, and without, the end. */
export function visibleRows(
  view: View,
  rowHeight: number,
  count: number,
): { readonly first: number; readonly end: number } {
  const first = Math.floor(view.scrollTop / rowHeight) - MARGIN;
  const end = Math.ceil((view.scrollTop + view.height) / rowHeight) + MARGIN;
  return { first: clamp(first, 0, Math.max(0, count - 1)), end: clamp(end, 0, count) };
}

/** Where a list must be scrolled to, so that a row can be seen; the same where it can be seen already. */
export function scrollFor(row: number, rowHeight: number, view: View): number {
  const top = row * rowHeight;
  if (top < view.scrollTop) return top;
  const bottom = top + rowHeight;
  return bottom > view.scrollTop + view.height ? bottom - view.height : view.scrollTop;
}

/** The row that a key leads to, or undefined for a key that leads nowhere. */
export function rowAfterKey(
  key: string,
  from: number,
  { count, page }: { count: number; page: number },
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  };
  const to = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return to === undefined || count === 0 ? undefined : clamp(to, 0, count - 1);
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
