/** What a command's exit status says, in every command the same. */
export const exitCodes = { good: 0, failure: 1, usage: 2 } as const;

export const exitCodeWords: readonly (readonly [code: number, meaning: string])[] = [
  [exitCodes.good, 'done as asked'],
  [exitCodes.failure, 'failed, or the answer is no'],
  [exitCodes.usage, 'called in a wrong way'],
];
