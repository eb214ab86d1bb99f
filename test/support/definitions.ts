import { good } from '../verb-suite/subject.ts';
import type { TestClient } from './client.ts';
import type { Wire } from './wire.ts';

export const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

export interface DefinitionCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

/** What a definition says about itself. */
export function conditionOf(definition: Wire, type: string): DefinitionCondition | undefined {
  const { conditions } = (definition.status ?? {}) as { conditions?: DefinitionCondition[] | null };
  return conditions?.find((condition) => condition.type === type);
}

/** Creates a definition and waits until its objects are served. */
export async function define(client: TestClient, definition: object): Promise<Wire> {
  const { metadata } = good(await client.post(definitionsPath, definition), 201);
  return untilDefinition(client, metadata.name, (found) => conditionOf(found, 'Established')?.status === 'True');
}

/** Looks at a definition again and again until it is as wanted. */
export async function untilDefinition(
  client: TestClient,
  name: string,
  isWanted: (definition: Wire) => boolean,
): Promise<Wire> {
  return until(async () => {
    const definition = good(await client.get(`${definitionsPath}/${name}`));
    return isWanted(definition) ? definition : undefined;
  }, `the definition ${name}`);
}

/** Asks until there is an answer. */
export async function until<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** Changes a definition, from what is there. */
export async function redefine(client: TestClient, name: string, change: (spec: Wire) => void): Promise<Wire> {
  const definition = good(await client.get(`${definitionsPath}/${name}`));
  change(definition.spec as Wire);
  return good(await client.put(`${definitionsPath}/${name}`, definition));
}
