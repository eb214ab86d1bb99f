import { choiceType, switchType, textType } from '#server';
import { type Command, command } from '../command.ts';
import { outputOption } from '../output-option.ts';

const severityType = choiceType('error', 'warning', 'note');

const compat = command({
  name: 'compat',
  summary: 'Tell what a change of an API breaks, and for whom.',
  arguments: [
    {
      name: 'old',
      help: 'what was released: a file, a folder, git:REF:path, kube:CONTEXT, package:module, or - for standard input',
    },
    { name: 'new', help: 'what would come: the same' },
  ],
  options: {
    failOn: {
      type: choiceType('error', 'warning', 'note', 'never'),
      default: 'error',
      help: 'The least severity that ends with exit code 1.',
    },
    output: {
      type: choiceType('text', 'json', 'sarif', 'junit', 'github', 'markdown'),
      default: 'text',
      short: 'o',
      help: 'Form of the report.',
    },
    show: {
      type: severityType,
      default: 'warning',
      help: 'The least severity that the text shows; the rest is counted.',
    },
    stability: {
      type: choiceType('by-name', 'alpha', 'beta', 'stable'),
      default: 'by-name',
      help: 'What versions promise. By their names, v1alpha1 promises less than v1.',
    },
    strict: {
      type: switchType,
      default: false,
      help: 'Doubt counts against the change: what is undecided is as grave as if it were sure, and what only people can judge (another description, a default for a required field) is an error.',
    },
    accepted: {
      type: textType('file', 'the path of a file'),
      help: 'A file of findings to live with, each with a reason and a last day.',
    },
    live: {
      type: switchType,
      default: false,
      help: 'Ask the server how many stored objects each finding touches, and its conversion webhooks what they lose.',
    },
  },
  details: `Definitions are read from YAML and JSON, kinds also from OpenAPI documents. The exit code is 1 when something breaks, and 2
when the input cannot be read.`,
  run: async (invocation) => (await import('./compare.ts')).compat(invocation),
});

const compatExplain = command({
  name: 'compat explain',
  summary: 'Explain a rule of changing an API.',
  arguments: [{ name: 'rule', help: 'for instance field-removed' }],
  options: { output: outputOption },
  run: async (invocation) => (await import('./rules.ts')).explainRule(invocation),
});

const compatRules = command({
  name: 'compat rules',
  summary: 'List the rules of changing an API.',
  options: { output: outputOption },
  run: async (invocation) => (await import('./rules.ts')).listRules(invocation),
});

const compatHistory = command({
  name: 'compat history',
  summary: 'Walk the releases of the repository around us, and tell where each broke whom.',
  arguments: [{ name: 'path', help: 'git:path, for instance git:config/crd' }],
  options: {
    since: { type: textType('tag', 'a tag'), help: 'The first release to look at.' },
    show: { type: severityType, default: 'error', help: 'The least severity that is shown.' },
    output: outputOption,
  },
  details: 'Releases are tags such as v1.2.0, in the order of their numbers.',
  run: async (invocation) => (await import('./history.ts')).history(invocation),
});

/** What changes of an API break. */
export const compatCommands: readonly Command[] = [compat, compatExplain, compatRules, compatHistory];
