import type { KnownToken } from '#auth';

/** What cannot be read in a file of tokens, with its line. */
class TokenFileError extends Error {}

/**
 * Lines of `token,user,uid,"group,group"`, the groups optional. k8s: authentication/token/tokenfile
 *
 *     31ada4fd,jane,42,"developers,auditors"
 */
export function parseTokenFile(text: string): readonly KnownToken[] {
  return text.split(/\r?\n/).flatMap((line, at) => {
    if (line.trim() === '') return [];
    const [token = '', name = '', uid = '', groups = ''] = fieldsOf(line, at + 1);
    if (token === '') throw new TokenFileError(`line ${at + 1}: the token is empty`);
    if (name === '') throw new TokenFileError(`line ${at + 1}: there must be a token, a user and a uid at least`);
    const user = { name, uid, groups: groups === '' ? [] : groups.split(','), extra: {} };
    return [{ token, user }];
  });
}

/** The fields of a line of CSV; in quotes a comma means nothing, and two quotes mean one. */
function fieldsOf(line: string, number: number): readonly string[] {
  const pattern = /\s*(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
  const fields: string[] = [];
  for (;;) {
    const found = pattern.exec(line);
    if (found === null) throw new TokenFileError(`line ${number}: a quote stands in the wrong place`);
    fields.push(found[1]?.replaceAll('""', '"') ?? (found[2] ?? '').trim());
    if (found[3] === '') return fields;
  }
}
