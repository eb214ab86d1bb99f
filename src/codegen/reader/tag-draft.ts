import type { Json, ValidationRule } from '#meta';
import type { JsonSchema } from '#schema';
import type { ApiColumn, ApiScale, ApiWebhook } from '../model.ts';

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What the tags of one field, type or file say, before anybody asks whether it fits together. */
export interface TagDraft {
  readonly rules: Mutable<JsonSchema>;
  optional?: boolean;
  default?: Json;
  listType?: 'atomic' | 'set' | 'map';
  readonly listMapKeys: string[];
  mapType?: 'atomic' | 'granular';
  patchStrategy?: string;
  mergeKey?: string;
  /** `integer`, `string`: what the schema says where the type cannot. */
  type?: string;
  groupName?: string;
  skipsConversion?: boolean;
  union?: { discriminator?: string };
  /** Of a field: it is the member of a union that the discriminator names so. */
  member?: string;
  readonly kind: KindDraft;
}

export interface KindDraft {
  isKind?: boolean;
  plural?: string;
  singular?: string;
  readonly shortNames: string[];
  readonly categories: string[];
  namespaced?: boolean;
  readonly columns: ApiColumn[];
  readonly selectableFields: string[];
  hasStatus?: boolean;
  scale?: ApiScale;
  stored?: boolean;
  unserved?: boolean;
  isHub?: boolean;
  deprecated?: string;
  webhook?: ApiWebhook;
  client?: { noStatus?: boolean; skipVerbs?: readonly string[] };
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
  skipsDefinition?: boolean;
}

export const newDraft = (): TagDraft => ({
  rules: {},
  listMapKeys: [],
  kind: { shortNames: [], categories: [], columns: [], selectableFields: [], labels: {}, annotations: {} },
});

export function addRule(rules: Mutable<JsonSchema>, rule: ValidationRule): void {
  rules['x-kubernetes-validations'] = [...(rules['x-kubernetes-validations'] ?? []), rule];
}
