import { ask } from '../../api/call.ts';
import type { JsonObject, KubeObject } from '../../api/types.ts';
import { setQuery } from '../../app/router.ts';
import { type SchemaChange, schemaDiff } from './schema-diff.ts';

interface DefinitionVersion {
  readonly name: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonObject };
}

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

export type Definition = KubeObject & { readonly spec: { readonly versions: readonly DefinitionVersion[] } };

export const readDefinition = (name: string, signal: AbortSignal): Promise<Definition> =>
  ask<Definition>({ path: `${DEFINITIONS}/${encodeURIComponent(name)}` }, signal);

interface SchemaVersionsProps {
  readonly definition: Definition;
  readonly query: URLSearchParams;
}

/** How the schemas of two versions of a definition differ. */
export function SchemaVersions({ definition, query }: SchemaVersionsProps) {
  const { versions } = definition.spec;
  if (versions.length < 2) return null;
  const names = versions.map((version) => version.name);
  const from = chosen(names, query.get('from'), names[0] ?? '');
  const to = chosen(names, query.get('to'), names[names.length - 1] ?? '');
  const schemaOf = (wanted: string): JsonObject =>
    versions.find((version) => version.name === wanted)?.schema?.openAPIV3Schema ?? {};
  return (
    <section aria-labelledby="schemas-title" class="schemas">
      <h2 id="schemas-title">Schemas</h2>
      <div class="toolbar">
        <VersionChoice label="From" name="from" names={names} value={from} />
        <VersionChoice label="To" name="to" names={names} value={to} />
      </div>
      <SchemaChanges changes={schemaDiff(schemaOf(from), schemaOf(to))} />
    </section>
  );
}

const chosen = (names: readonly string[], wanted: string | null, otherwise: string): string =>
  wanted !== null && names.includes(wanted) ? wanted : otherwise;

interface VersionChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly names: readonly string[];
  readonly value: string;
}

function VersionChoice({ label, name, names, value }: VersionChoiceProps) {
  return (
    <label class="check">
      {label}
      <select value={value} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
        {names.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

const badges = { added: 'badge good', removed: 'badge bad', changed: 'badge warn' } as const;

/** Field by field. */
export function SchemaChanges({ changes }: { readonly changes: readonly SchemaChange[] }) {
  if (changes.length === 0) return <p class="soft">The schemas say the same, but for descriptions.</p>;
  return (
    <table class="diff-table">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">What</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, kind, before = '', after = '' }) => (
          <tr key={path}>
            <th scope="row">
              <code>{path}</code>
            </th>
            <td>
              <span class={badges[kind]}>{kind}</span>
            </td>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
