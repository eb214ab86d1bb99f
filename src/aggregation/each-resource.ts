import type { JsonObject } from '#meta';
import type { RemoteVersion } from './ask-as.ts';
import { textOf } from './read-json.ts';

interface RemoteResource {
  readonly version: RemoteVersion;
  /** What discovery says of it. */
  readonly entry: JsonObject;
  /** `flunders.wardle.example.com` */
  readonly name: string;
}

/** The resources of others that are meant, each once: in the first version that has it. */
export function* eachResource(
  versions: readonly RemoteVersion[],
  isMeant: (entry: JsonObject) => boolean,
): Generator<RemoteResource> {
  const seen = new Set<string>();
  for (const version of versions) {
    for (const entry of version.resources.filter(isMeant)) {
      const name = `${textOf(entry, 'resource')}.${version.group}`;
      if (seen.has(name)) continue;
      seen.add(name);
      yield { version, entry, name };
    }
  }
}
