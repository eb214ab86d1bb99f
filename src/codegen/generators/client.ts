import type { ApiGroup, ApiKind, ApiStruct, ApiVersion } from '../model.ts';
import { type ClientKind, clientModule } from '../print/client-module.ts';
import { docComment, Imports, moduleHead } from '../print/typescript.ts';
import type { Generator, GeneratorOptions } from './generator.ts';

/**
 * A typed client, informers with their listers, and apply configurations for each version. Kinds with `@genclient` have
 * them; where no kind says so, all have.
 */
export const client: Generator = (model, options) => ({
  files: model.groups.flatMap((group) =>
    group.versions
      .filter((version) => clientKinds(version).length > 0)
      .map((version) => ({ path: `${version.folder}/client.gen.ts`, text: ofVersion(group, version, options) })),
  ),
  notes: [],
});

type Kind = ApiStruct & { readonly kind: ApiKind };

function clientKinds({ structs }: ApiVersion): readonly Kind[] {
  const kinds = structs.filter((struct): struct is Kind => struct.kind?.served === true);
  const marked = kinds.filter(({ kind }) => kind.client !== undefined);
  return marked.length > 0 ? marked : kinds;
}

function ofVersion(group: ApiGroup, version: ApiVersion, options: GeneratorOptions): string {
  const imports = new Imports(version.folder, options);
  const structs = clientKinds(version);
  const objects = structs.map(
    (struct) =>
      `${docComment(`A ${struct.name} as clients read and write it.`)}export type ${objectName(struct)} = Plain<${imports.structType(version, struct)}>;\n`,
  );
  const body = clientModule({ group: group.name, version: version.name }, structs.map(clientKind), imports);
  return `${moduleHead('client', options)}${imports}\n${plain}\n${objects.join('')}\n${body}`;
}

function clientKind(struct: Kind): ClientKind {
  const { name, kind } = struct;
  const { plural, namespaced, hasStatus, client: said } = kind;
  const noStatus = !hasStatus || said?.noStatus === true ? ['updateStatus', 'applyStatus'] : [];
  return { name, plural, namespaced, object: objectName(struct), lacks: [...noStatus, ...(said?.skipVerbs ?? [])] };
}

const objectName = ({ name }: Kind): string => `${name}Object`;

const plain = `/** An interface as plain data, so that what holds for any object holds for it. */
type Plain<T> = unknown extends T
  ? Json
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T;
type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json | undefined };
`;
