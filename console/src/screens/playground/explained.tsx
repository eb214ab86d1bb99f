import type { JsonObject } from '../../api/types.ts';
import { CopyButton } from '../../components/same-call.tsx';
import { type ExplainedField, explain } from './explain.ts';

interface ExplainedProps {
  readonly definition: JsonObject;
  readonly version: string;
}

/** What `kubectl explain --recursive` would tell if the definition were there. */
export function Explained({ definition, version }: ExplainedProps) {
  const found = explain(definition, version);
  if (found === undefined) return null;
  const { group, names } = (definition.spec ?? {}) as { readonly group?: string; readonly names?: { plural?: string } };
  const command = `kubectl explain ${names?.plural ?? ''} --api-version=${group}/${version} --recursive`;
  return (
    <section aria-labelledby="explain-title" class="stack">
      <h2 id="explain-title">Explained</h2>
      <p class="command">
        <code>{command}</code> <CopyButton text={command} what="the command" />
      </p>
      {found.description !== '' && <p>{found.description}</p>}
      <section class="panel explain" aria-label="Fields" tabIndex={0}>
        <Fields fields={found.fields} />
      </section>
    </section>
  );
}

function Fields({ fields }: { readonly fields: readonly ExplainedField[] }) {
  return (
    <ul>
      {fields.map(({ name, type, isRequired, description, limits, fields: inside }) => (
        <li key={name}>
          <p>
            <code class="y-key">{name}</code> <code class="soft">{type}</code>{' '}
            {isRequired && <span class="badge">required</span>}{' '}
            {limits.length > 0 && <span class="soft">{limits.join('; ')}</span>}
          </p>
          {description !== '' && <p class="soft">{description}</p>}
          {inside.length > 0 && <Fields fields={inside} />}
        </li>
      ))}
    </ul>
  );
}
