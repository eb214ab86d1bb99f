import { typeLibraries } from '#apis';
import { describeTypes, metaV1, type TypeLibrary } from '#schema';
import type { ApiGroup, ApiVersion } from '../model.ts';
import { FieldNumbers } from './field-numbers.ts';
import { notationOf } from './notation.ts';
import { packageOf } from './schema.ts';

interface DescribedVersion {
  readonly library: TypeLibrary;
  readonly numbers: FieldNumbers;
}

/** The description of a version, as the module that `gen schema` writes has it. */
export function describedVersion(
  group: ApiGroup,
  version: ApiVersion,
  read: (path: string) => string | undefined,
): DescribedVersion {
  const numbers = new FieldNumbers(version, read);
  const { text, uses } = notationOf(version, numbers);
  const known = [metaV1 as unknown as TypeLibrary, ...typeLibraries.values()];
  const libraries = [...uses].map(([prefix, { package: pack }]) => [
    prefix,
    known.find(({ source }) => source.package === pack) as TypeLibrary,
  ]);
  const source = { package: packageOf(group, version), goPackage: version.name, group: group.name };
  return { library: describeTypes({ ...source, uses: Object.fromEntries(libraries) }, text), numbers };
}
