import type { Attributes } from '../../../../src/auth/rbac/rule-match.ts';
import { type Allowed, type Chain, subjectsAllowed } from '../../../../src/auth/rbac/who-can.ts';
import { servedResources } from '../../api/discovery.ts';
import { href, setQuery } from '../../app/router.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { useAsk } from '../../components/use-ask.ts';
import type { ScreenProps } from '../screen.ts';
import { VERBS } from './matrix.ts';
import { readPolicy, ruleText } from './policy.ts';
import { NamespaceField, QuestionField, WhoCanTabs } from './question-fields.tsx';
import './who-can.css';

/** Who may do something, each with the binding, the role and the rule that let them. */
export default function WhoCanScreen({ query }: ScreenProps) {
  const question = {
    verb: query.get('verb') ?? 'get',
    resource: query.get('resource') ?? 'pods',
    group: query.get('group') ?? '',
    namespace: query.get('namespace') ?? '',
    name: query.get('name') ?? '',
  };
  return (
    <>
      <header class="page-head">
        <h1>Who can</h1>
        <SameCall
          kubectl={commandFor(question)}
          call={{ path: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings' }}
        />
      </header>
      <WhoCanTabs current="who" />
      <Question {...question} />
      <Answer {...question} />
    </>
  );
}

interface QuestionProps {
  readonly verb: string;
  /** `pods`, `pods/log`, or a path: `/metrics`. */
  readonly resource: string;
  readonly group: string;
  readonly namespace: string;
  readonly name: string;
}

function commandFor({ verb, resource, group, namespace, name }: QuestionProps): string {
  const [bare = '', part] = resource.split('/');
  const isPath = resource.startsWith('/');
  const what = isPath || group === '' ? resource : `${bare}.${group}${part === undefined ? '' : `/${part}`}`;
  return ['pinnace who-can', verb, what, namespace && `-n ${namespace}`, name && `--name ${name}`]
    .filter(Boolean)
    .join(' ');
}

function Question({ verb, resource, group, namespace, name }: QuestionProps) {
  const { value: served = [] } = useAsk('resources', () => servedResources());
  const names = served.map((one) => (one.group === '' ? one.resource : `${one.resource}.${one.group}`));
  const shown = group === '' ? resource : `${resource.split('/')[0]}.${group}${partOf(resource)}`;
  return (
    <form class="toolbar" onSubmit={(event) => event.preventDefault()}>
      <QuestionField label="Verb" value={verb} options={VERBS} onChange={(text) => setQuery({ verb: text })} />
      <QuestionField
        label="Resource or path"
        value={shown}
        options={names}
        onChange={(text) => setQuery(resourceIn(text))}
      />
      <NamespaceField value={namespace} />
      <QuestionField label="Name (any)" value={name} options={[]} onChange={(text) => setQuery({ name: text })} />
    </form>
  );
}

const partOf = (resource: string): string => {
  const slash = resource.indexOf('/');
  return slash < 0 ? '' : resource.slice(slash);
};

/** `deployments.apps/scale` is a resource, its group and its part. */
function resourceIn(text: string): { readonly resource: string; readonly group: string | undefined } {
  if (text.startsWith('/')) return { resource: text, group: undefined };
  const [whole = '', part] = text.split('/');
  const dot = whole.indexOf('.');
  const [bare, group] = dot < 0 ? [whole, undefined] : [whole.slice(0, dot), whole.slice(dot + 1)];
  return { resource: part === undefined ? bare : `${bare}/${part}`, group };
}

function attributesOf({ verb, resource, group, namespace, name }: QuestionProps): Attributes {
  if (resource.startsWith('/')) return { kind: 'path', verb, path: resource };
  const [bare = '', subresource = ''] = resource.split('/');
  return { kind: 'resource', verb, group, resource: bare, subresource, namespace, name };
}

function Answer(question: QuestionProps) {
  const { value: served } = useAsk('resources', () => servedResources());
  if (served === undefined) return <Loading what="resources" />;
  const bare = question.resource.split('/')[0];
  const asked = served.find((one) => one.resource === bare && one.group === question.group);
  // What lies in no namespace is given by bindings of the cluster alone.
  return <Allowances {...question} namespace={asked?.namespaced === false ? '' : question.namespace} />;
}

function Allowances(question: QuestionProps) {
  const { namespace } = question;
  const { value: policy, error } = useAsk(`policy ${namespace}`, (signal) => readPolicy(namespace, signal));
  if (error !== undefined) return <ErrorBox error={error} />;
  if (policy === undefined) return <Loading what="roles and bindings" />;
  const allowed = subjectsAllowed(policy, attributesOf(question));
  const where = namespace === '' ? 'in all namespaces' : `in ${namespace}`;
  return (
    <>
      <p role="status">
        {allowed.length} {allowed.length === 1 ? 'subject' : 'subjects'} can {question.verb} {question.resource} {where}
        . Members of the group <code>system:masters</code> can do everything.
      </p>
      {allowed.length === 0 ? (
        <Empty title="Nobody is bound to a role that allows it.">
          {namespace === '' && 'Only those are told who may do it in all namespaces: name one to see the others.'}
        </Empty>
      ) : (
        <ul class="subjects">
          {allowed.map((one) => (
            <SubjectCard
              key={`${one.subject.kind} ${one.subject.namespace} ${one.subject.name}`}
              allowed={one}
              place={namespace}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function SubjectCard({ allowed, place }: { readonly allowed: Allowed; readonly place: string }) {
  const { kind = '', name = '', namespace } = allowed.subject;
  return (
    <li class="panel subject">
      <p>
        <span class="badge">{kind}</span>{' '}
        <a href={href('/who-can/subject', { kind, name, account: namespace, namespace: place })}>
          {namespace !== undefined && `${namespace}/`}
          {name}
        </a>
      </p>
      <ul class="chains">
        {allowed.via.map((chain, at) => (
          // A role may have the same rule twice.
          <li key={at}>
            <ChainText chain={chain} />
          </li>
        ))}
      </ul>
    </li>
  );
}

export function ChainText({ chain }: { readonly chain: Chain }) {
  const { binding, role, rule } = chain;
  return (
    <span class="chain">
      <span>
        <span class="soft">{binding.kind}</span> {binding.namespace !== undefined && `${binding.namespace}/`}
        {binding.name}
      </span>
      <span aria-hidden="true">→</span>
      <span>
        <span class="soft">{role.kind}</span> {role.name}
      </span>
      <span aria-hidden="true">→</span>
      <code>{ruleText(rule)}</code>
    </span>
  );
}
