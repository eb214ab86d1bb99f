// Finds what a file exports and nobody imports: in the doors of rooms, and inside of rooms.
import { dirname, join, relative, resolve } from 'node:path';

const clause = /(?:^|[;\n])\s*(import|export)\b([^'"`;]*?)\bfrom\s*['"]([^'"\n]+)['"]/g;
const dynamic = /\bimport\s*\(\s*(?:new URL\(\s*)?['"]([^'"\n]+)['"]/g;
const declared =
  /(?:^|\n)export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|const|let|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/g;

/** What other packages import. */
const entryPoint = /^src\/(?:exports\/|schema\/meta-v1-types\.ts$)/;
/** Code in texts is what generators write. */
const template = /`(?:\\.|[^`\\])*`/gs;

/** One sentence per export that no file of `files` imports. `files` are paths from the root; `text` reads one without comments. */
export function unusedExports(root, files, text) {
  const exported = new Map();
  const used = new Set();
  for (const file of files) {
    const source = text(file);
    exported.set(
      file,
      [...source.replace(template, '``').matchAll(declared)].map((match) => match[1]),
    );
    for (const [, word, names, specifier] of source.matchAll(clause)) {
      const target = fileOf(specifier, file, root);
      for (const { name, as } of namesOf(names)) {
        if (word === 'export') exported.get(file).push(as);
        if (target !== undefined) used.add(`${target} ${name}`);
      }
    }
    for (const [, specifier] of source.matchAll(dynamic)) used.add(`${fileOf(specifier, file, root)} *`);
  }
  const isUsed = (file, name) => used.has(`${file} ${name}`) || used.has(`${file} *`);
  return [...exported].flatMap(([file, names]) =>
    file.startsWith('src/') && !/\.(gen|test)\.ts$/.test(file) && !entryPoint.test(file)
      ? names.filter((name) => !isUsed(file, name)).map((name) => `${file}: nobody imports '${name}'`)
      : [],
  );
}

/** `a, type B, c as d` and `* as all`: under which name it is exported there, and known here. */
function namesOf(text) {
  if (/^\s*(?:type\s+)?\*/.test(text)) return [{ name: '*', as: '*' }];
  const inner = /\{([^}]*)\}/.exec(text)?.[1] ?? '';
  return inner
    .split(',')
    .map((part) => part.trim().replace(/^type\s+/, ''))
    .filter((part) => part !== '')
    .map((part) => part.split(/\s+as\s+/))
    .map(([name, as = name]) => ({ name, as }));
}

function fileOf(specifier, file, root) {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}/index.ts`;
  if (!specifier.startsWith('.')) return undefined;
  const path = relative(root, resolve(join(root, dirname(file)), specifier))
    .split('\\')
    .join('/');
  // Scripts run what was built.
  return path.replace(/^dist\/(.*)\.js$/, 'src/$1.ts');
}
