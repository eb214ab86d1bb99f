import { Icon } from '../../components/icon.tsx';
import { YamlView } from '../../components/yaml-view.tsx';
import { type YamlLine, yamlLines } from '../../yaml/yaml-lines.ts';
import { ruleFor } from './rule-for.ts';
import type { ConversionTrial, ConvertedTrial } from './use-trial.ts';

/** The object in the other versions, with the rule that made each field. */
export function Converted({ conversion }: { readonly conversion: ConversionTrial }) {
  const { problems, versions } = conversion;
  return (
    <section aria-labelledby="converted-title" class="stack">
      <h2 id="converted-title">In other versions</h2>
      {problems.length > 0 && (
        <ul class="causes" aria-label="Why the rules would not be in force">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {versions.length === 0 && <p class="soft">The definition has one version.</p>}
      {versions.map((one) => (
        <InVersion key={one.version} converted={one} />
      ))}
    </section>
  );
}

function InVersion({ converted }: { readonly converted: ConvertedTrial }) {
  const { version, object, error, rules, lost = [] } = converted;
  if (object === undefined) {
    return (
      <p class="server-words">
        <strong>{version}</strong>: {error}
      </p>
    );
  }
  const note = (line: YamlLine) => {
    const rule = ruleFor(rules, line.path);
    return rule === undefined ? null : <span class="made-by">{rule}</span>;
  };
  return (
    <>
      <p>
        <strong>{version}</strong>{' '}
        {lost.length === 0 ? (
          <span class="kept-words">Nothing is lost on the way back.</span>
        ) : (
          <span class="lost-words">
            <Icon name="warning" /> Lost on the way back: {lost.join(', ')}
          </span>
        )}
      </p>
      <YamlView label={`YAML of the object in ${version}`} lines={yamlLines(object)} note={note} />
    </>
  );
}
