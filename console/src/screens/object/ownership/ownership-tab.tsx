import './ownership.css';
import { useMemo, useState } from 'preact/hooks';
import { kubectlObject } from '../../../api/kubectl-command.ts';
import { readHistory } from '../../../api/object-history.ts';
import { objectPath } from '../../../api/resource-path.ts';
import { type KubeObject, managedFieldsOf } from '../../../api/types.ts';
import { ErrorBox } from '../../../components/error-box.tsx';
import { SameCall } from '../../../components/same-call.tsx';
import { Empty, Loading } from '../../../components/states.tsx';
import { useAsk } from '../../../components/use-ask.ts';
import { useObject } from '../../../components/use-object.ts';
import { contestedIn } from '../../../object/contested.ts';
import { ownershipOf } from '../../../object/field-owners.ts';
import { withoutManagedFields } from '../../../yaml/without-managed-fields.ts';
import type { ObjectViewProps } from '../object-screen.tsx';
import { ApplyTrial } from './apply-trial.tsx';
import { Legend } from './legend.tsx';
import { PaintedYaml } from './painted-yaml.tsx';

/** Who owns which field of the object, and what an apply would change about that. */
export default function OwnershipTab({ refs }: ObjectViewProps) {
  const { object, error } = useObject(refs);
  if (object === undefined) return error === undefined ? <Loading what={refs.name} /> : <ErrorBox error={error} />;
  return (
    <>
      <div class="under-toolbar">
        <SameCall
          kubectl={kubectlObject('get', refs, '-o yaml', '--show-managed-fields')}
          call={{ path: objectPath(refs) }}
        />
      </div>
      <ApplyTrial refs={refs} object={object} />
      <Painted refs={refs} object={object} />
    </>
  );
}

function Painted({ refs, object }: { readonly refs: Parameters<typeof readHistory>[0]; readonly object: KubeObject }) {
  const { resourceVersion = '' } = object.metadata;
  const history = useAsk(resourceVersion, (signal) => readHistory(refs, signal));
  const contests = useMemo(() => contestedIn(history.value ?? []), [history.value]);
  const ownership = useMemo(() => ownershipOf(object, managedFieldsOf(object)), [object]);
  const [chosen, choose] = useState<number>();
  if (ownership.owners.length === 0) {
    return (
      <Empty title="Nobody manages a field of this object.">It was written before the server kept managers.</Empty>
    );
  }
  return (
    <div class="ownership">
      <PaintedYaml
        object={withoutManagedFields(object)}
        name={refs.name}
        ownership={ownership}
        contests={contests}
        chosen={chosen === undefined ? undefined : ownership.owners[chosen]}
      />
      <Legend owners={ownership.owners} contests={contests} chosen={chosen} choose={choose} />
    </div>
  );
}
