const reserved: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

export function isReservedSymbol(name: string): boolean {
  return reserved.has(name);
}

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** The name by which expressions call a property; undefined if they cannot. */
export function escapeProperty(name: string): string | undefined {
  if (!/^[a-zA-Z_./-][a-zA-Z0-9_./-]*$/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replace(/__|[-./]/g, (part) => escapes[part] as string);
}

const unescapes: Readonly<Record<string, string>> = { underscores: '__', dot: '.', dash: '-', slash: '/' };

/** The property that a name in an expression means; undefined if it means none. */
export function unescapeProperty(name: string): string | undefined {
  if (!name.includes('__')) return name;
  let good = true;
  const property = name.replace(/__([^_]+)__/g, (whole, inner: string) => {
    if (Object.hasOwn(unescapes, inner)) return unescapes[inner] as string;
    good &&= reserved.has(inner) && whole === name;
    return inner;
  });
  return good ? property : undefined;
}
