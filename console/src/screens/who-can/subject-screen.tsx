import { type ServedResource, servedResources } from '../../api/discovery.ts';
import { href, setQuery } from '../../app/router.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { CopyButton, SameCall } from '../../components/same-call.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { useAsk } from '../../components/use-ask.ts';
import type { ScreenProps } from '../screen.ts';
import { boundSubjects, isMaster, type MatrixRow, matrixOf, type Subject, VERBS } from './matrix.ts';
import { readPolicy } from './policy.ts';
import { NamespaceField, QuestionField, WhoCanTabs } from './question-fields.tsx';
import { smallestRole } from './smallest-role.ts';
import { ChainText } from './who-can-screen.tsx';
import './who-can.css';

const KINDS = ['User', 'Group', 'ServiceAccount'] as const;

/** What somebody may do, resource by resource; and for what they may not, what would let them. */
export default function SubjectScreen({ query }: ScreenProps) {
  const kind = KINDS.find((one) => one === query.get('kind')) ?? 'ServiceAccount';
  const subject: Subject = { kind, name: query.get('name') ?? '', namespace: query.get('account') ?? 'default' };
  const namespace = query.get('namespace') ?? '';
  return (
    <>
      <header class="page-head">
        <h1>Who can</h1>
        <SameCall
          kubectl={
            subject.name === ''
              ? 'kubectl get clusterrolebindings,rolebindings -A -o wide'
              : `kubectl auth can-i --list --as=${userOf(subject)}${namespace === '' ? '' : ` -n ${namespace}`}`
          }
          call={{ path: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings' }}
        />
      </header>
      <WhoCanTabs current="subject" />
      <form class="toolbar" onSubmit={(event) => event.preventDefault()}>
        <label class="field">
          <span>Kind</span>
          <select value={kind} onChange={(event) => setQuery({ kind: event.currentTarget.value })}>
            {KINDS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <QuestionField label="Name" value={subject.name} options={[]} onChange={(name) => setQuery({ name })} />
        {kind === 'ServiceAccount' && (
          <QuestionField
            label="Of namespace"
            value={subject.namespace}
            options={[]}
            onChange={(account) => setQuery({ account })}
          />
        )}
        <NamespaceField value={namespace} />
      </form>
      {subject.name === '' ? (
        <Subjects namespace={namespace} />
      ) : (
        <Matrix subject={subject} namespace={namespace} ask={query.get('ask') ?? ''} />
      )}
    </>
  );
}

const userOf = ({ kind, name, namespace }: Subject): string =>
  kind === 'ServiceAccount'
    ? `system:serviceaccount:${namespace}:${name}`
    : kind === 'Group'
      ? `nobody --as-group=${name}`
      : name;

/** Whom there is to choose from: all that a binding names. */
function Subjects({ namespace }: { readonly namespace: string }) {
  const { value, error } = useAsk(`subjects ${namespace}`, (signal) => readPolicy(namespace, signal));
  if (error !== undefined) return <ErrorBox error={error} />;
  if (value === undefined) return <Loading what="bindings" />;
  const subjects = boundSubjects(value.bindings);
  return (
    <>
      <Empty title="Whose permissions?">
        Name a user, a group or a service account, or choose one that has a role.
      </Empty>
      <ul class="subjects" aria-label="Subjects of bindings">
        {subjects.map(({ kind, name, namespace: account }) => (
          <li key={`${kind} ${account} ${name}`}>
            <span class="badge">{kind}</span>{' '}
            <a href={href('/who-can/subject', { kind, name, account, namespace })}>
              {account === '' ? name : `${account}/${name}`}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

interface MatrixProps {
  readonly subject: Subject;
  readonly namespace: string;
}

interface Asked {
  readonly row: MatrixRow;
  readonly verb: string;
}

/** `ask` is what is asked for, `create pods`: it stands in the address. */
function Matrix({ subject, namespace, ask }: MatrixProps & { readonly ask: string }) {
  const { value, error } = useAsk(`matrix ${namespace}`, async (signal) => {
    const [policy, resources] = await Promise.all([readPolicy(namespace, signal), servedResources()]);
    return { policy, resources: resources.filter((one) => one.verbs.length > 0) };
  });
  if (error !== undefined) return <ErrorBox error={error} />;
  if (value === undefined) return <Loading what="roles and bindings" />;
  if (isMaster(subject)) return <Empty title="Members of system:masters may do everything, whatever the roles say." />;
  const rows = matrixOf(subject, { ...value, namespace });
  const [verb = '', resource = ''] = ask.split(' ');
  const row = rows.find((one) => nameOf(one.resource) === resource);
  const asked: Asked | undefined = row && { row, verb };
  return (
    <>
      {asked !== undefined && <Why asked={asked} subject={subject} namespace={namespace} />}
      <section class="matrix-scroll" aria-label="Permissions" tabIndex={0}>
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Resource</th>
              {VERBS.map((verb) => (
                <th scope="col" key={verb}>
                  {verb}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <Row
                key={nameOf(one.resource)}
                row={one}
                onAsk={(what) => setQuery({ ask: `${what} ${nameOf(one.resource)}` })}
              />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

const nameOf = ({ group, resource }: ServedResource): string => (group === '' ? resource : `${resource}.${group}`);

function Row({ row, onAsk }: { readonly row: MatrixRow; readonly onAsk: (verb: string) => void }) {
  const { resource, cells } = row;
  const name = nameOf(resource);
  return (
    <tr>
      <th scope="row">{name}</th>
      {VERBS.map((verb) => (
        <td key={verb}>
          {resource.verbs.includes(verb) && (
            <button
              type="button"
              class={cells.has(verb) ? 'quiet may' : 'quiet may-not'}
              aria-label={`${verb} ${name}: ${cells.has(verb) ? 'yes' : 'no'}. Why?`}
              onClick={() => onAsk(verb)}
            >
              {cells.has(verb) ? '✓' : '·'}
            </button>
          )}
        </td>
      ))}
    </tr>
  );
}

function Why({ asked, subject, namespace }: { readonly asked: Asked } & MatrixProps) {
  const { row, verb } = asked;
  const chain = row.cells.get(verb);
  const { group, resource, namespaced } = row.resource;
  const commands = smallestRole({ subject, verb, group, resource, namespace: namespaced ? namespace : '' });
  return (
    <div class="panel panel-pad why" role="status">
      <h2>
        {verb} {nameOf(row.resource)}: {chain === undefined ? 'no' : 'yes'}
      </h2>
      {chain === undefined ? (
        <>
          <p>No role that {subject.name} has allows it. The smallest that would:</p>
          {commands.map((command) => (
            <p key={command} class="command">
              <code>{command}</code> <CopyButton text={command} what="the command" />
            </p>
          ))}
        </>
      ) : (
        <ChainText chain={chain} />
      )}
    </div>
  );
}
