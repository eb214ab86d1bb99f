import { useState } from 'preact/hooks';
import { ask } from '../../api/call.ts';
import type { JsonObject, KubeObject } from '../../api/types.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { Loading } from '../../components/states.tsx';
import { useAsk } from '../../components/use-ask.ts';
import { YamlEditor } from '../../components/yaml-editor.tsx';
import { YamlView } from '../../components/yaml-view.tsx';
import { yamlLines, yamlText } from '../../yaml/yaml-lines.ts';
import type { ScreenProps } from '../screen.ts';
import { Converted } from './converted.tsx';
import { Explained } from './explained.tsx';
import { emptyPolicy, SAMPLE_DEFINITION, SAMPLE_OBJECT, SAMPLE_POLICY } from './samples.ts';
import { TRIALS_PATH, type Trial, type TrialState, type TrialTexts, type TriedRule, useTrial } from './use-trial.ts';
import './playground.css';

/** A definition, an object and rules that convert it side by side, judged by the server as one types. Nothing is stored. */
export default function PlaygroundScreen({ query }: ScreenProps) {
  const name = query.get('definition') ?? '';
  return (
    <>
      <header class="page-head">
        <h1>Playground</h1>
        <SameCall call={{ method: 'POST', path: TRIALS_PATH, body: { definition: {}, object: {}, policy: {} } }} />
      </header>
      {name === '' ? (
        <Trying definition={SAMPLE_DEFINITION} object={SAMPLE_OBJECT} policy={SAMPLE_POLICY} />
      ) : (
        <WithStored name={name} key={name} />
      )}
    </>
  );
}

/** Begins with a definition that the server has. */
function WithStored({ name }: { readonly name: string }) {
  const { value, error } = useAsk(`definition ${name}`, (signal) =>
    ask<KubeObject & { readonly spec: KubeObject }>(
      { path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${encodeURIComponent(name)}` },
      signal,
    ),
  );
  if (error !== undefined) return <ErrorBox error={error} />;
  if (value === undefined) return <Loading what="the definition" />;
  const { apiVersion, kind, spec } = value;
  const { group, names, versions } = spec as unknown as {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly storage: boolean }[];
  };
  const version = versions.find(({ storage }) => storage)?.name ?? '';
  const object = { apiVersion: `${group}/${version}`, kind: names.kind, metadata: { name: 'a' }, spec: {} };
  const others = versions.filter((one) => one.name !== version).map((one) => one.name);
  return (
    <Trying
      definition={yamlText({ apiVersion, kind, metadata: { name }, spec })}
      object={yamlText(object)}
      policy={others.length === 0 ? '' : emptyPolicy(name, [version, ...others])}
    />
  );
}

function Trying(first: TrialTexts) {
  const [texts, setTexts] = useState(first);
  const state = useTrial(texts);
  const editor = (name: keyof TrialTexts, label: string) => (
    <YamlEditor
      label={label}
      text={first[name]}
      onChange={(typed) => setTexts((before) => ({ ...before, [name]: typed }))}
      marks={state[name].marks}
    />
  );
  return (
    <>
      <div class="playground three">
        <section aria-labelledby="definition-title" class="stack">
          <h2 id="definition-title">
            Definition <Verdict state={state} />
          </h2>
          {editor('definition', 'Definition')}
        </section>
        <section aria-labelledby="object-title" class="stack">
          <h2 id="object-title">
            Object <ObjectVerdict state={state} />
          </h2>
          {editor('object', 'Object')}
        </section>
        <section aria-labelledby="policy-title" class="stack">
          <h2 id="policy-title">
            Conversion <ConversionVerdict state={state} />
          </h2>
          {editor('policy', 'Conversion')}
        </section>
      </div>
      {state.definition.error !== undefined && (
        <ErrorBox error={state.definition.error} title="The definition is refused" />
      )}
      {state.object.error !== undefined && <ErrorBox error={state.object.error} />}
      {state.trial !== undefined && <TrialView trial={state.trial} definition={state.read ?? {}} />}
    </>
  );
}

function Verdict({ state: { definition } }: { readonly state: TrialState }) {
  if (definition.isTaken === undefined) return null;
  return definition.isTaken ? (
    <span class="badge good">would be taken</span>
  ) : (
    <span class="badge bad">would be refused</span>
  );
}

function ObjectVerdict({ state: { trial } }: { readonly state: TrialState }) {
  if (trial === undefined) return null;
  const { length } = trial.faults;
  return length === 0 ? (
    <span class="badge good">valid in {trial.version}</span>
  ) : (
    <span class="badge bad">
      {length} {length === 1 ? 'fault' : 'faults'}
    </span>
  );
}

function ConversionVerdict({ state: { trial, policy } }: { readonly state: TrialState }) {
  const conversion = trial?.conversion;
  if (policy.marks.length > 0) return <span class="badge bad">cannot be read</span>;
  if (conversion === undefined) return null;
  return conversion.problems.length === 0 ? (
    <span class="badge good">would be in force</span>
  ) : (
    <span class="badge warn">would not be in force</span>
  );
}

function TrialView({ trial, definition }: { readonly trial: Trial; readonly definition: JsonObject }) {
  const { conversion } = trial;
  return (
    <div class="playground">
      <section aria-labelledby="rules-title" class="stack">
        <h2 id="rules-title">Faults and rules</h2>
        {trial.faults.length > 0 && (
          <ul class="causes">
            {trial.faults.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                <code>{field}</code> {message}
              </li>
            ))}
          </ul>
        )}
        {trial.rules.length === 0 && <p class="soft">No rule is about this object.</p>}
        {trial.rules.map((rule) => (
          <RuleView key={`${rule.field} ${rule.rule}`} rule={rule} />
        ))}
      </section>
      <section aria-labelledby="stored-title" class="stack">
        <h2 id="stored-title">As it would be stored</h2>
        {trial.removed.length > 0 && <p>Removed, because the schema does not know it: {trial.removed.join(', ')}</p>}
        <YamlView label="YAML of the object as it would be stored" lines={yamlLines(trial.object)} />
      </section>
      {conversion !== undefined && conversion.faults.length === 0 && <Converted conversion={conversion} />}
      <Explained definition={definition} version={trial.version} />
    </div>
  );
}

function RuleView({ rule }: { readonly rule: TriedRule }) {
  const { field, value, error, parts } = rule;
  const verdict = error !== undefined ? 'badge bad' : value === 'true' ? 'badge good' : 'badge warn';
  return (
    <details class="panel panel-pad" open={value !== 'true'}>
      <summary>
        <span class={verdict}>{error === undefined ? value : 'error'}</span> <code>{rule.rule}</code>{' '}
        <span class="soft">{field === '' ? 'the object' : field}</span>
      </summary>
      {error !== undefined && <p class="server-words">{error}</p>}
      <ul class="rule-parts">
        {parts.map((part, at) => (
          <li key={at} style={{ paddingLeft: `${part.depth * 16}px` }}>
            <code>{part.expression}</code> <span class="soft">=</span> <code>{part.values.join(', ')}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
