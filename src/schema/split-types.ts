/** Types as they are written. */
export interface WrittenTypes {
  readonly structs: ReadonlyMap<string, StructLines>;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export interface StructLines {
  readonly header: string;
  readonly fields: readonly string[];
}

/** The structs and lists of values of a text, not read any further. */
export function splitTypes(text: string): WrittenTypes {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const margin = Math.min(...lines.map((line) => line.search(/\S/)));
  const structs: { header: string; fields: string[] }[] = [];
  const values = new Map<string, readonly string[]>();
  for (const line of lines) {
    const struct = structs.at(-1);
    const content = line.trim();
    const listed = /^(\w+) =(.*)$/.exec(content);
    if (listed !== null) values.set(listed[1] ?? '', splitValues(listed[2] ?? ''));
    else if (content.startsWith('|') && struct !== undefined) append(struct, content.slice(1).trim());
    else if (line.search(/\S/) === margin) structs.push({ header: content, fields: [] });
    else if (struct === undefined) throw new Error(`a field without a struct: ${content}`);
    else struct.fields.push(content);
  }
  return { structs: new Map(structs.map((lines) => [lines.header.split(/\s/, 1)[0] as string, lines])), values };
}

function splitValues(text: string): readonly string[] {
  if (text.trim() === '') return [];
  return text.split(',').map((value) => (value.trim() === '""' ? '' : value.trim()));
}

function append(struct: { header: string; fields: string[] }, more: string): void {
  const last = struct.fields.length - 1;
  if (last < 0) struct.header = continued(struct.header, more);
  else struct.fields[last] = continued(struct.fields[last] ?? '', more);
}

function continued(line: string, more: string): string {
  return splitDescription(line)[1] === '' ? `${line} | ${more}` : `${line} ${more}`;
}

/** What stands before and behind the first ` | `. A description of several lines is a text in JSON. */
export function splitDescription(line: string): readonly [string, string] {
  const bar = line.indexOf(' | ');
  if (bar < 0) return [line.replace(/ \|$/, ''), ''];
  const description = line.slice(bar + 3).trim();
  return [
    line.slice(0, bar),
    description.startsWith('"') && description.endsWith('"') ? unquoted(description) : description,
  ];
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
