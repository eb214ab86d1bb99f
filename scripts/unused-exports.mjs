// Finds what a file exports and nobody imports: in the doors of rooms, and inside of rooms.
import { dirname, join, relative, resolve } from 'node:path';

const clause = /(?:^|[;\n])\s*(import|export)\b([^'"`;]*?)\bfrom\s*['"]([^'"\n]+)['"]/g;
/** `const { a, b } = await import('x')`, `(await import('x')).a`, `typeof import('x').a` and `import('x')` for whatever it has. */
const dynamic =
  /(?:\{([^{}]*)\}\s*=\s*await\s+)?\bimport\s*\(\s*(?:new URL\(\s*)?['"]([^'"\n]+)['"](?:[^()]*?\)){0,2}(?:\s*\.(?!then\b|catch\b)([A-Za-z_$][\w$]*))?/g;
const declared =
  /(?:^|\n)export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(function\*?|const|let|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/g;

/** What other packages import. */
const entryPoint = /^src\/(?:exports\/|schema\/meta-v1-types\.ts$)/;
/** Code in texts is what generators write. */
const template = /`(?:\\.|[^`\\])*`/gs;

/** One sentence per export that no file of `files` imports. `files` are paths from the root; `text` reads one without comments. */
export function unusedExports(root, files, text) {
  const exported = new Map();
  const used = new Set();
  const types = new Set();
  const loaded = new Set();
  for (const file of files) {
    const source = text(file);
    const declarations = [...source.replace(template, '``').matchAll(declared)];
    exported.set(
      file,
      declarations.map((match) => match[2]),
    );
    for (const [, kind, name] of declarations) if (/interface|type/.test(kind)) types.add(`${file} ${name}`);
    for (const [, word, names, specifier] of source.matchAll(clause)) {
      const target = fileOf(specifier, file, root);
      for (const { name, as } of namesOf(names)) {
        if (word === 'export') exported.get(file).push(as);
        if (target !== undefined) used.add(`${target} ${name}`);
      }
    }
    for (const [, names, specifier, member] of source.matchAll(dynamic)) {
      const wanted = names === undefined ? [member ?? '*'] : names.split(',').map((name) => name.split(':')[0].trim());
      const target = fileOf(specifier, file, root);
      loaded.add(target);
      for (const name of wanted) used.add(`${target} ${name}`);
    }
  }
  // What is loaded when it is needed may show the types of its parameters, which nobody can import in the same way.
  const isShown = (file, name) => loaded.has(file) && types.has(`${file} ${name}`);
  const isUsed = (file, name) => used.has(`${file} ${name}`) || used.has(`${file} *`) || isShown(file, name);
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
