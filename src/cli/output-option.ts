import { choiceType } from '#server';

/** `-o json` of every command that answers with data. */
export const outputOption = {
  type: choiceType('text', 'json'),
  default: 'text',
  short: 'o',
  help: 'Form of the answer.',
} as const;
