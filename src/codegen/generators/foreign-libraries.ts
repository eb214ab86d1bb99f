import { typeLibraries } from '#apis';
import { metaV1, type StructType, type TypeDescription, type TypeLibrary } from '#schema';
import type { Imports } from '../print/typescript.ts';
import { quoted } from '../print/typescript.ts';
import { type Notation, prefixOf } from './notation.ts';
import { templateText } from './schema.ts';

interface ForeignText {
  /** What stands between the braces of `uses`. */
  readonly uses: string;
  /** Descriptions of built-in types that are spoken of: only those, and what they hold. */
  readonly declarations: string;
}

const metaPackage = metaV1.source.package;

/** How generated code knows the built-in types that a version speaks of. */
export function foreignLibraries(uses: Notation['uses'], imports: Imports): ForeignText {
  const needed = new Map<string, Set<string>>();
  for (const { structs } of uses.values()) for (const struct of structs.values()) collect(struct, needed);
  const texts = new Map<string, string>();
  const declare = (pack: string): void => {
    if (pack === metaPackage || texts.has(pack)) return;
    const library = libraryOf(pack);
    const others = Object.entries(library.source.uses ?? {}).filter(([, other]) => needed.has(other.source.package));
    for (const [, other] of others) declare(other.source.package);
    texts.set(pack, declaration(library, needed.get(pack) as Set<string>, others));
  };
  for (const pack of [...needed.keys()].sort()) declare(pack);
  if (needed.has(metaPackage)) imports.value('pinnace/api', 'metaV1');
  return {
    uses: [...uses.keys()].sort().join(', '),
    declarations: [...texts.values()].map((text) => `\n${text}`).join(''),
  };
}

/** A struct and all that it holds, by package. */
function collect(struct: StructType, needed: Map<string, Set<string>>): void {
  const pack = struct.name.slice(0, struct.name.lastIndexOf('.'));
  const names = needed.get(pack) ?? new Set<string>();
  needed.set(pack, names);
  const name = struct.name.slice(pack.length + 1);
  if (names.has(name)) return;
  names.add(name);
  if (pack !== metaPackage)
    for (const { type } of struct.fields) for (const inner of structsIn(type)) collect(inner, needed);
}

function structsIn(type: TypeDescription): readonly StructType[] {
  if (type.shape === 'struct') return [type];
  if (type.shape === 'choice') return [type.forms];
  if (type.shape === 'list') return structsIn(type.items);
  return type.shape === 'map' ? structsIn(type.values) : [];
}

function libraryOf(pack: string): TypeLibrary {
  const found = [...typeLibraries.values()].find(({ source }) => source.package === pack);
  if (found === undefined) throw new Error(`there is no description of ${pack}`);
  return found;
}

function declaration(
  library: TypeLibrary,
  names: ReadonlySet<string>,
  uses: readonly (readonly [string, TypeLibrary])[],
): string {
  const { structs, values } = library.written();
  const lines = [...names].sort().flatMap((name) => {
    const struct = structs.get(name);
    return struct === undefined ? [] : [struct.header, ...struct.fields.map((field) => `  ${field}`)];
  });
  const all = lines.join('\n');
  const lists = [...values]
    .filter(([name]) => new RegExp(`\\b(go|enum)=${name}\\b`).test(all))
    .map(([name, list]) => `${name} = ${list.map((value) => (value === '' ? '""' : value)).join(', ')}`);
  const { package: pack, goPackage, group } = library.source;
  const others = uses.map(([prefix, other]) => `${prefix}: ${prefixOf(other.source.package)}`);
  return `/** Of the types of ${pack} those that are used here. */
const ${prefixOf(pack)} = describeTypes(
  {
    package: ${quoted(pack)},
    goPackage: ${quoted(goPackage)},
${group === undefined ? '' : `    group: ${quoted(group)},\n`}${others.length === 0 ? '' : `    uses: { ${others.join(', ')} },\n`}  },
  \`
${templateText([...lists, ...lines].join('\n'))}
\`,
);
`;
}
