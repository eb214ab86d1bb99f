import { libraryNames } from '#apis';
import { metaV1 } from '#schema';
import type { Imports } from '../print/typescript.ts';
import type { Notation } from './notation.ts';

/** Imports the descriptions of built-in types that a version speaks of; gives what stands between the braces of `uses`. */
export function foreignLibraries(uses: Notation['uses'], imports: Imports): string {
  for (const [prefix, { package: pack }] of uses) {
    if (pack === metaV1.source.package) imports.value('pinnace/api', 'metaV1');
    else {
      const folder = pack.split('.').slice(-2).join('/');
      const name = libraryNames.get(folder);
      if (name === undefined) throw new Error(`there is no description of ${pack}`);
      imports.value(`pinnace/schema/${folder}`, name === prefix ? name : `${name} as ${prefix}`);
    }
  }
  return [...uses.keys()].sort().join(', ');
}
