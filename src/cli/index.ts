// Door of the room 'cli'. Nobody enters it: main.ts is the program.
export { runCommandLine } from './command-line.ts';
export { commandReference } from './command-reference.ts';
