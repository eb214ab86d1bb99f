/** `2006-01-02`, a day that exists. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** RFC 3339. What stands before the fraction may be any character, and a second `t` ends the text. */
export function isDateTime(text: string): boolean {
  const [date, time] = text.toLowerCase().split('t');
  if (date === undefined || time === undefined || !isDate(date)) return false;
  const match = /^(\d{2}):(\d{2}):(\d{2})(.[0-9]+)?(z|[+-]\d{2}:\d{2})$/.exec(time);
  return match !== null && Number(match[1]) <= 23 && Number(match[2]) <= 59 && Number(match[3]) <= 59;
}

/** The last of each may be the beginning of a longer word: `seconds`, `minutes`. */
const unitWords = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
] as const;

/** As Go writes durations (`1h30m`), or with words somewhere in it (`3 days`). */
export function isDuration(text: string): boolean {
  if (/^[+-]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/.test(text)) return true;
  if (text.match(/\d+/g)?.some((digits) => digits.length > 19)) return false;
  let found = false;
  for (const [, word] of text.matchAll(/\d{1,18}\s*([A-Za-zµ]+)/g)) {
    const unit = (word as string).toLowerCase();
    found ||= unitWords.some((words) => words.some((w) => w === unit) || unit.startsWith(words.at(-1) as string));
  }
  return found;
}
