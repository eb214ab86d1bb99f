import { setQuery } from '../app/router.ts';

interface SwitchProps {
  readonly query: URLSearchParams;
  readonly name: string;
  /** What stands in the address when it is on. */
  readonly on?: string;
  readonly label: string;
}

/** A choice that stands in the address. */
export function Switch({ query, name, on = 'yes', label }: SwitchProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={query.get(name) === on}
        onChange={(event) => setQuery({ [name]: event.currentTarget.checked ? on : undefined })}
      />
      {label}
    </label>
  );
}
