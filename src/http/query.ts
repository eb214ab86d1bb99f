/** Whether a flag of the query is set: anything but `false` (in any case) and `0` counts as yes, as in `watch=` and `watch=maybe`. */
export function queryFlag(query: string, name: string): boolean {
  if (!query.includes(name)) return false;
  const value = new URLSearchParams(query).get(name);
  return value !== null && value.toLowerCase() !== 'false' && value !== '0';
}
