import type { KubeObject } from '../../../api/types.ts';
import { YamlText } from '../../../components/yaml-view.tsx';
import { type Contest, contestAt } from '../../../object/contested.ts';
import type { Owner, Ownership } from '../../../object/field-owners.ts';
import { type YamlLine, yamlLines } from '../../../yaml/yaml-lines.ts';

interface PaintedYamlProps {
  readonly object: KubeObject;
  readonly name: string;
  readonly ownership: Ownership;
  readonly contests: ReadonlyMap<string, Contest>;
  /** Whose fields are to stand out. */
  readonly chosen: Owner | undefined;
}

/** The YAML with each line in the colour of its manager. The colour is never alone: its name stands beside. */
export function PaintedYaml({ object, name, ownership, contests, chosen }: PaintedYamlProps) {
  const lines = yamlLines(object).map((line) => ({ line, owners: ownership.ownersOf(line.path) }));
  return (
    <section class="yaml painted-yaml" aria-label={`${name}, by who manages each field`} tabIndex={0}>
      {lines.map(({ line, owners }, at) => (
        <PaintedLine
          // A line has no other name than its place.
          key={at}
          line={line}
          owners={owners}
          // Of neighbours with the same owners only the first says so.
          named={!sameOwners(owners, lines[at - 1]?.owners)}
          contest={isFirst(line) ? contestAt(contests, line.path) : undefined}
          faded={chosen !== undefined && !owners.includes(chosen)}
        />
      ))}
    </section>
  );
}

interface PaintedLineProps {
  readonly line: YamlLine;
  readonly owners: readonly Owner[];
  readonly named: boolean;
  readonly contest: Contest | undefined;
  readonly faded: boolean;
}

function PaintedLine({ line, owners, named, contest, faded }: PaintedLineProps) {
  const [first, second] = owners;
  const paint = first === undefined ? '' : `painted hue-${first.hue}`;
  return (
    <div class={`yaml-line ${paint} ${faded ? 'faded' : ''}`}>
      <YamlText line={line} />
      <span class="line-owners">
        {contest !== undefined && (
          <span class="badge warn" title={`Changed in turn by ${contest.managers.join(', ')}`}>
            contested
          </span>
        )}
        {second !== undefined && isFirst(line) && <span class="badge">shared</span>}
        {named && owners.map((owner) => <OwnerName key={nameOf(owner)} owner={owner} />)}
      </span>
    </div>
  );
}

const isFirst = (line: YamlLine): boolean => line.key !== undefined || line.dashes !== '';

function OwnerName({ owner }: { readonly owner: Owner }) {
  return (
    <span class="owner-name">
      <span class={`swatch hue-${owner.hue}`} />
      {nameOf(owner)}
    </span>
  );
}

/** The same name may manage by several operations. */
export function nameOf({ manager, subresource }: Owner): string {
  return subresource === '' ? manager : `${manager} (${subresource})`;
}

function sameOwners(a: readonly Owner[], b: readonly Owner[] = []): boolean {
  return a.length === b.length && a.every((owner, at) => owner === b[at]);
}
