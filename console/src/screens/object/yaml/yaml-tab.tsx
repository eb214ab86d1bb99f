import { kubectlObject } from '../../../api/kubectl-command.ts';
import { objectPath } from '../../../api/resource-path.ts';
import { setQuery } from '../../../app/router.ts';
import { ErrorBox } from '../../../components/error-box.tsx';
import { CopyButton, SameCall } from '../../../components/same-call.tsx';
import { Loading } from '../../../components/states.tsx';
import { useObject } from '../../../components/use-object.ts';
import { YamlView } from '../../../components/yaml-view.tsx';
import { withoutManagedFields } from '../../../yaml/without-managed-fields.ts';
import { yamlLines, yamlText } from '../../../yaml/yaml-lines.ts';
import type { ObjectViewProps } from '../object-screen.tsx';

/** The object as `kubectl get -o yaml` shows it, and as it changes. */
export default function YamlTab({ refs, query }: ObjectViewProps) {
  const { object, deleted, error } = useObject(refs);
  const managed = query.get('managedFields') === '1';
  if (object === undefined) return error === undefined ? <Loading what={refs.name} /> : <ErrorBox error={error} />;
  const shown = managed ? object : withoutManagedFields(object);
  const flags = managed ? ['-o yaml', '--show-managed-fields'] : ['-o yaml'];
  return (
    <>
      <div class="under-toolbar">
        {deleted && <span class="badge bad">deleted</span>}
        <label class="check">
          <input
            type="checkbox"
            checked={managed}
            onChange={(event) => setQuery({ managedFields: event.currentTarget.checked ? '1' : undefined })}
          />
          managed fields
        </label>
        <CopyButton text={yamlText(shown)} what="the YAML" />
        <SameCall kubectl={kubectlObject('get', refs, ...flags)} call={{ path: objectPath(refs) }} />
      </div>
      {error !== undefined && <ErrorBox error={error} />}
      <YamlView lines={yamlLines(shown)} label={`YAML of ${refs.name}`} />
    </>
  );
}
