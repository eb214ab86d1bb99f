import { setQuery } from '../app/router.ts';

interface SearchBoxProps {
  /** What is searched, for those who do not see where the box stands. */
  readonly label: string;
  /** What can be typed. */
  readonly hint: string;
  readonly text: string;
  /** Whether the label is seen too: beside other fields that have one. */
  readonly isLabelled?: true;
}

/** A search that stands in the address; the key / leads to it. */
export function SearchBox({ label, hint, text, isLabelled }: SearchBoxProps) {
  return (
    <label class={isLabelled ? 'field grow' : 'search-box'}>
      <span class={isLabelled ? undefined : 'visually-hidden'}>{label}</span>
      <input
        data-search
        type="search"
        placeholder={`${hint}   /`}
        value={text}
        onInput={(event) => setQuery({ search: event.currentTarget.value })}
      />
    </label>
  );
}
