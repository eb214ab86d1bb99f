import { randomInt, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock, Ids, Log } from '#meta';

/** The real clock. Waiting on it keeps no process alive by itself. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) });
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  },
};

/** No vowels and nothing that looks alike, so that no generated name is a word or misread. */
const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

export const randomIds: Ids = {
  uid: () => randomUUID(),
  suffix(length) {
    let text = '';
    for (let i = 0; i < length; i++) text += SUFFIX_ALPHABET[randomInt(SUFFIX_ALPHABET.length)];
    return text;
  },
};

interface LogSettings {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly format: 'text' | 'json';
  /** Takes whole lines; standard error when absent. */
  readonly write?: (line: string) => void;
}

export function makeLog({ level, format, write = toStandardError }: LogSettings): Log {
  let logger: Logger | undefined;
  // Loaded with the first line: most starts have nothing to tell.
  const at = (name: LogSettings['level']) => (message: string, fields?: object) => {
    if (ranks[name] < ranks[level]) return;
    logger ??= makeLogger({ level, format, write });
    logger[name](fields ?? {}, message);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

const ranks = { debug: 0, info: 1, warn: 2, error: 3 } as const;
const load = createRequire(import.meta.url);

function makeLogger({ level, format, write }: Required<LogSettings>): Logger {
  const { pino } = load('pino') as typeof import('pino');
  const destination = { write: format === 'json' ? write : (line: string) => write(asText(line)) };
  const { err } = pino.stdSerializers;
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: err, cause: err },
  };
  return pino({ ...settings, formatters: { level: (label) => ({ level: label }) } }, destination);
}

/** `2026-01-02T03:04:05.678Z WARN  message key=value`, with the stack of an error on lines of its own. */
function asText(line: string): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
  let pairs = '';
  let tail = '';
  for (const [key, value] of Object.entries(fields)) {
    const stack = (value as { stack?: unknown } | null)?.stack;
    if (typeof stack === 'string') tail += `\n  ${stack.replaceAll('\n', '\n  ')}`;
    else pairs += ` ${key}=${JSON.stringify(value)}`;
  }
  return `${time} ${String(level).toUpperCase().padEnd(5)} ${msg}${pairs}${tail}\n`;
}

function toStandardError(line: string): void {
  process.stderr.write(line);
}
