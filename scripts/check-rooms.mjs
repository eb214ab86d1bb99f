// Holds the imports to the plan: a room imports only the rooms that rooms.json allows it, and only through their doors
// (`#room`, which is src/room/index.ts). A test, and a room's own `testing/` folder, may also enter the `testing/` of any
// room and start the whole server. Also that nothing is exported in vain, and that names follow CONTRIBUTING.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { misnamed } from './names.mjs';
import { unusedExports } from './unused-exports.mjs';

/** Returns one sentence per fault; none when the house is in order. */
export function checkRooms(root) {
  const table = JSON.parse(readFileSync(join(root, 'rooms.json'), 'utf8'));
  const faults = faultsOfTable(table);
  for (const folder of ['src', 'test', 'bench']) {
    for (const file of sourcesUnder(join(root, folder))) {
      const place = placeOf(relative(root, file).split(sep));
      if (place.room !== undefined && !Object.hasOwn(table, place.room)) {
        faults.push(`src/${place.room}: rooms.json does not know this room`);
        continue;
      }
      for (const { specifier, line } of importsOf(readFileSync(file, 'utf8'))) {
        const target = targetOf(specifier, file, root);
        const why = target === undefined ? undefined : fault(place, target, table);
        if (why !== undefined) faults.push(`${relative(root, file)}:${line}: import of '${specifier}': ${why}`);
      }
    }
  }
  return [...new Set(faults)];
}

/** One sentence per room of the table that is not there, and per edge that no import needs. */
export function unusedInTable(root) {
  const table = JSON.parse(readFileSync(join(root, 'rooms.json'), 'utf8'));
  return Object.entries(table).flatMap(([room, allowed]) => {
    const directory = join(root, 'src', room);
    if (!existsSync(directory)) return [`rooms.json: there is no room src/${room}`];
    const used = new Set(
      sourcesUnder(directory).flatMap((file) =>
        importsOf(readFileSync(file, 'utf8')).map(({ specifier }) => targetOf(specifier, file, root)?.room),
      ),
    );
    const unused = allowed.filter((other) => !used.has(other));
    return unused.map((other) => `rooms.json: ${room} may import ${other}, and never does`);
  });
}

/** One sentence per export of src that nobody imports, be it a test. */
export function unimported(root) {
  return unusedExports(root, allFiles(root), textIn(root));
}

/** One sentence per constant and file of src that is not named as CONTRIBUTING says. */
export function wronglyNamed(root) {
  return misnamed(allFiles(root), textIn(root));
}

function allFiles(root) {
  const files = ['src', 'test', 'bench', 'examples', 'scripts'].flatMap((folder) => sourcesUnder(join(root, folder)));
  return files.map((file) => relative(root, file).split(sep).join('/'));
}

const textIn = (root) => (file) => withoutComments(readFileSync(join(root, file), 'utf8'));

function faultsOfTable(table) {
  const faults = [];
  const seen = new Set();
  for (const [room, allowed] of Object.entries(table)) {
    for (const other of allowed) {
      if (!Object.hasOwn(table, other)) faults.push(`rooms.json: ${room} may import ${other}, which is no room`);
      // Rooms stand in order, lower ones first: that alone keeps circles out.
      else if (!seen.has(other)) faults.push(`rooms.json: ${room} may import ${other}, which stands below it`);
    }
    seen.add(room);
  }
  return faults;
}

function placeOf([folder, ...rest]) {
  if (folder !== 'src') return { room: undefined, test: true };
  const name = rest.at(-1) ?? '';
  const test = /\.(test|bench)\.ts$/.test(name) || rest[1] === 'testing';
  return rest.length < 2 ? { room: undefined, test } : { room: rest[0], test };
}

/** Where an import leads: a room, and the path behind its door ('' for the door itself). Undefined for packages. */
function targetOf(specifier, file, root) {
  if (specifier.startsWith('#')) {
    const [room, ...inner] = specifier.slice(1).split('/');
    return { room, inner: inner.join('/'), byDoor: true };
  }
  if (!specifier.startsWith('.')) return undefined;
  const [folder, room, ...inner] = relative(root, resolve(dirname(file), specifier)).split(sep);
  if (folder !== 'src' || room === undefined) return undefined;
  return { room, inner: inner.join('/'), byDoor: false };
}

function fault(from, to, table) {
  if (!Object.hasOwn(table, to.room)) return `rooms.json knows no room '${to.room}'`;
  const testing = to.inner === 'testing' || to.inner.startsWith('testing/');
  if (to.room === from.room) {
    if (to.byDoor && !from.test) return 'a room does not go through its own door; import the file';
    return testing && !from.test ? 'only tests may use testing/' : undefined;
  }
  if (testing) return from.test ? undefined : 'only tests may use testing/';
  if (to.inner !== '' || !to.byDoor) return `walks past the door; import '#${to.room}'`;
  if (from.room === undefined || table[from.room].includes(to.room)) return undefined;
  if (from.test && to.room === 'server') return undefined;
  return `rooms.json does not let '${from.room}' import '${to.room}'`;
}

const statements = /(?:^|[;\n])\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"\n]+)['"]/g;
const bare = /(?:^|[;\n])\s*import\s*['"]([^'"\n]+)['"]/g;
const dynamic = /\bimport\s*\(\s*['"]([^'"\n]+)['"]/g;

export function importsOf(source) {
  const text = withoutComments(source);
  return [statements, bare, dynamic].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      specifier: match[1],
      line: text.slice(0, match.index + match[0].length).split('\n').length,
    })),
  );
}

/** Blanks comments but keeps line breaks, and leaves strings alone (`'//'` begins no comment). */
function withoutComments(source) {
  const tokens = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  return source.replace(tokens, (token) => (token.startsWith('/') ? token.replace(/[^\n]/g, ' ') : token));
}

function sourcesUnder(directory) {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true })
    .filter((name) => /\.(ts|mjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(directory, name))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const faults = [...checkRooms(root), ...unusedInTable(root), ...unimported(root), ...wronglyNamed(root)];
  for (const line of faults) process.stderr.write(`${line}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
