import type { TypeLibrary } from '#schema';
import { stableLibraries } from './stable-libraries.gen.ts';

const folderOf = ({ source }: Pick<TypeLibrary, 'source'>): string => source.package.split('.').slice(-2).join('/');

/** The described types of the stable versions, by folder: `core/v1`. Nothing of them is read before it is asked for. */
export const typeLibraries: ReadonlyMap<string, TypeLibrary> = new Map(
  Object.values(stableLibraries).map((library) => [folderOf(library), library as unknown as TypeLibrary]),
);

/** What each is called in the module of its folder: `coreV1`. */
export const libraryNames: ReadonlyMap<string, string> = new Map(
  Object.entries(stableLibraries).map(([name, library]) => [folderOf(library), name]),
);
