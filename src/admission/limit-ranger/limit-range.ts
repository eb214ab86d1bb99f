import type { ResourceList } from '#apis';
import type { JsonObject, KubeObject } from '#meta';

/** What a limit range says of one type of thing. */
export interface Limit extends JsonObject {
  type?: string;
  max?: ResourceList;
  min?: ResourceList;
  default?: ResourceList;
  defaultRequest?: ResourceList;
  maxLimitRequestRatio?: ResourceList;
}

export interface LimitRange extends KubeObject {
  spec?: { limits?: Limit[] };
}

export const limitsOf = ({ spec }: LimitRange, type: string): readonly Limit[] =>
  (spec?.limits ?? []).filter((limit) => limit.type === type);
