// Door of the room 'cel'.
export { Environment, type EnvironmentOptions } from './environment.ts';
export { type Compiled, compile, type Evaluation, Program, type Trace } from './program.ts';
