const MAX_BYTES = 128;

/** Who a client is by its `User-Agent`: what stands before the first slash, in printable characters. */
export function managerFromAgent(agent: string): string {
  const slash = agent.indexOf('/');
  const said = slash < 0 ? agent : agent.slice(0, slash);
  if (said.length <= MAX_BYTES && /^[ -~]*$/.test(said)) return said;
  let name = '';
  let bytes = 0;
  for (const character of said) {
    if (!isPrintable(character)) continue;
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_BYTES) break;
    name += character;
  }
  return name;
}

/** As Go sees it: letters, marks, numbers, punctuation, symbols, and of all spaces only the plain one. */
function isPrintable(character: string): boolean {
  return character === ' ' || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character);
}
