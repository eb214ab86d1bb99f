// Holds names to the rules of CONTRIBUTING: constants, and files in the singular or the plural.

/** One sentence per name that does not say what it stands for. `files` are paths from the root; `text` reads one without comments. */
export function misnamed(files, text) {
  const named = files.filter((file) => /^src\/.*\.ts$/.test(file) && !/\.(gen|test|bench)\.ts$|\/testing\//.test(file));
  return named.flatMap((file) =>
    [...wrongConstants(text(file)), ...wrongNumber(file, text(file))].map((why) => `${file}: ${why}`),
  );
}

const constant = /^(?:export )?const ([A-Za-z_$][\w$]*)(?:: [^=\n]+)? = (.+)$/gm;
const screaming = /^[A-Z][A-Z0-9_]*$/;
/** A number, a text on one line, or arithmetic with other constants. */
const numberOrText =
  /^(?:'[^']*'|`[^`]*`|-?(?:[\d._]+n?|[A-Z][A-Z0-9_]+)(?: *(?:\*\*?|[+/-]) *(?:[\d._]+n?|[A-Z][A-Z0-9_]+))*);$/;
/** A collection, a pattern or a function. A table in braces may stand for an enum. */
const neither = /^(?:new |\[|\/|(?:async )?\([^)]*\) =>|(?:async )?\w+ =>)/;

function wrongConstants(source) {
  return [...source.matchAll(constant)].flatMap(([, name, value]) => {
    if (!screaming.test(name))
      return numberOrText.test(value) ? [`the constant ${name} is a number or a text: SCREAMING_CASE`] : [];
    return neither.test(value) ? [`${name} is neither a number nor a text nor an enum: camelCase`] : [];
  });
}

/** Words that end like a plural and are none, and those of which there is no singular: `types` of a version, `defaults` of a kind. */
const alike = /(?:ss|us|is|ics|tls|dns|kubernetes|endpoints|types|defaults)$/;
const exported =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

/** What is named in the plural holds several things, or one that is a list or table of them. */
function wrongNumber(file, source) {
  const word = /([a-z0-9]+)\.ts$/.exec(file)?.[1] ?? '';
  if (!word.endsWith('s') || alike.test(word)) return [];
  const names = [...source.matchAll(exported)].map((match) => match[1]);
  const isMany = (name) => /(?:s|Table)$/i.test(name) || name.toLowerCase().includes(word);
  if (names.length !== 1 || isMany(names[0])) return [];
  return [`holds ${names[0]} alone: a file in the plural holds several things, or a list of them`];
}
