import { useId } from 'preact/hooks';
import { listAll } from '../../api/list-all.ts';
import { href, setQuery } from '../../app/router.ts';
import { Tabs } from '../../components/tabs.tsx';
import { useAsk } from '../../components/use-ask.ts';

export function WhoCanTabs({ current }: { readonly current: 'who' | 'subject' }) {
  const tabs = [
    { name: 'who', label: 'By permission', href: href('/who-can') },
    { name: 'subject', label: 'By subject', href: href('/who-can/subject') },
  ];
  return <Tabs label="Questions" tabs={tabs} current={current} />;
}

interface QuestionFieldProps {
  readonly label: string;
  readonly value: string;
  /** What may be meant; anything else can be written too. */
  readonly options: readonly string[];
  readonly onChange: (text: string) => void;
}

export function QuestionField({ label, value, options, onChange }: QuestionFieldProps) {
  const id = useId();
  return (
    <label class="field">
      <span>{label}</span>
      <input value={value} list={id} onChange={(event) => onChange(event.currentTarget.value.trim())} />
      <datalist id={id}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </label>
  );
}

/** Where; '' is everywhere. Those who may not list namespaces write its name. */
export function NamespaceField({ value }: { readonly value: string }) {
  const { value: found = [] } = useAsk('namespaces', (signal) => listAll('/api/v1/namespaces', signal).catch(() => []));
  const names = found.map(({ metadata }) => metadata.name ?? '');
  return (
    <QuestionField
      label="Namespace (all)"
      value={value}
      options={names}
      onChange={(text) => setQuery({ namespace: text })}
    />
  );
}
