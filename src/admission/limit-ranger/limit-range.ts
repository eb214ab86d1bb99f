import type { CoreV1 } from '#apis';

/** What a limit range says of one type of thing. */
export type Limit = CoreV1['LimitRangeItem'];

export type LimitRange = CoreV1['LimitRange'];

export const limitsOf = ({ spec }: LimitRange, type: string): readonly Limit[] =>
  (spec?.limits ?? []).filter((limit) => limit.type === type);
