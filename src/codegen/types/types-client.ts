import { posix } from 'node:path';
import type { GeneratedText } from '../generators/generator.ts';
import { type ClientKind, clientModule } from '../print/client-module.ts';
import { Imports } from '../print/typescript.ts';
import { type FromOptions, typesHead } from './types-from-definitions.ts';

/** A kind whose type stands in the file beside. */
interface TypedKind extends Pick<ClientKind, 'plural' | 'namespaced' | 'object'> {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly hasStatus: boolean;
}

/** A typed client beside a file of types; none where there is nothing to ask for. */
export function typesClient(
  types: GeneratedText,
  kinds: readonly TypedKind[],
  { header, from, importEnding }: FromOptions & { readonly from: string },
): readonly GeneratedText[] {
  const [first] = kinds;
  if (first === undefined) return [];
  const folder = posix.dirname(types.path);
  const imports = new Imports(folder, { importEnding });
  for (const { object } of kinds) imports.type(imports.file(types.path), object);
  const body = clientModule(
    first,
    kinds.map(({ kind, plural, namespaced, object, hasStatus }) => {
      const lacks = hasStatus ? [] : ['updateStatus', 'applyStatus'];
      return { name: kind, plural, namespaced, object, lacks };
    }),
    imports,
  );
  return [{ path: `${folder}/client.ts`, text: `${typesHead(from, header)}${imports}\n${body}` }];
}
