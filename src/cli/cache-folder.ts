import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where files lie that can be made again at any time. */
export function cacheFolder({ XDG_CACHE_HOME: cache }: NodeJS.ProcessEnv): string {
  return join(cache || join(homedir(), '.cache'), 'pinnace');
}
