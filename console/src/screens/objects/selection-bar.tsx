import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/call.ts';
import type { ServedResource } from '../../api/discovery.ts';
import type { KubeObject } from '../../api/types.ts';
import { setQuery } from '../../app/router.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { useAsk } from '../../components/use-ask.ts';
import { completions } from './selector-completion.ts';

export interface Selection {
  readonly namespace: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

interface SelectionBarProps {
  readonly selection: Selection;
  readonly served: ServedResource;
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>;
  readonly text: string;
}

/** What is selected by the server, and what is searched in what it sent. */
export function SelectionBar({ selection, served, labels, text }: SelectionBarProps) {
  return (
    <search class="toolbar">
      <SearchBox isLabelled label="Search" hint="in all columns" text={text} />
      {served.namespaced && <Namespace value={selection.namespace} />}
      <Selector
        name="labelSelector"
        label="Labels"
        placeholder="app=web,tier!=db"
        value={selection.labelSelector}
        suggestions={(typed) => completions(typed, labels)}
      />
      <Selector
        name="fieldSelector"
        label="Fields"
        placeholder="metadata.name=web"
        value={selection.fieldSelector}
        suggestions={(typed) => completions(typed, fieldsOf(served))}
      />
    </search>
  );
}

function Namespace({ value }: { readonly value: string }) {
  const { value: list, error } = useAsk('namespaces', (signal) =>
    ask<{ readonly items: readonly KubeObject[] }>({ path: '/api/v1/namespaces', query: { limit: 500 } }, signal),
  );
  const names = (list?.items ?? []).map(({ metadata }) => metadata.name ?? '');
  // Whoever may not list them knows the name of one.
  if (error !== undefined) {
    const suggestions = (): readonly string[] => [];
    return <Selector name="namespace" label="Namespace" placeholder="all" value={value} suggestions={suggestions} />;
  }
  const all = value === '' || names.includes(value) ? names : [value, ...names];
  return (
    <label class="field">
      <span>Namespace</span>
      <select value={value} onChange={(event) => setQuery({ namespace: event.currentTarget.value })}>
        <option value="">all</option>
        {all.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SelectorProps {
  readonly name: 'labelSelector' | 'fieldSelector' | 'namespace';
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly suggestions: (typed: string) => readonly string[];
}

/** It is sent when it is finished: at every letter it would be refused. */
function Selector({ name, label, placeholder, value, suggestions }: SelectorProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const finish = (): void => {
    if (typed.trim() !== value) setQuery({ [name]: typed.trim() });
  };
  return (
    <form
      class="field grow"
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <label for={name}>{label}</label>
      <input
        id={name}
        list={`${name}-list`}
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={finish}
      />
      <datalist id={`${name}-list`}>
        {suggestions(typed).map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </form>
  );
}

/** What every resource can be selected by, and what some can beyond that. */
function fieldsOf({ resource, group, namespaced }: ServedResource): ReadonlyMap<string, ReadonlySet<string>> {
  const own = moreFields.get(`${resource}.${group}`) ?? {};
  const always = namespaced ? ['metadata.name', 'metadata.namespace'] : ['metadata.name'];
  const entries = [...always.map((field) => [field, []] as const), ...Object.entries(own)];
  return new Map(entries.map(([field, values]) => [field, new Set(values)]));
}

const moreFields: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>> = new Map([
  [
    'pods.',
    {
      'spec.nodeName': [],
      'spec.restartPolicy': ['Always', 'OnFailure', 'Never'],
      'spec.serviceAccountName': [],
      'status.phase': ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'],
    },
  ],
  ['events.', { type: ['Normal', 'Warning'], reason: [], 'involvedObject.kind': [], 'involvedObject.name': [] }],
  ['namespaces.', { 'status.phase': ['Active', 'Terminating'] }],
  ['secrets.', { type: ['Opaque', 'kubernetes.io/tls', 'kubernetes.io/service-account-token'] }],
  ['nodes.', { 'spec.unschedulable': ['true', 'false'] }],
  ['services.', { 'spec.type': ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'] }],
]);
