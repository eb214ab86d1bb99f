// Door of the room 'console': the pages for people, their sessions, and the way from them to the API.
export { Console } from './console.ts';
export { type LocalConsole, startLocalConsole } from './local-console.ts';
export { builtFiles, StaticFiles } from './static-files.ts';
