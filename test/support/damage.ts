import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Flips one bit of a text that lies in the store of a server that is stopped, wherever it lies. */
export async function damage(directory: string, text: string): Promise<void> {
  const store = join(directory, 'store');
  for (const name of (await readdir(store)).filter((file) => file.endsWith('.journal'))) {
    const content = await readFile(join(store, name));
    const at = content.lastIndexOf(text);
    if (at === -1) continue;
    content[at] = (content[at] as number) ^ 1;
    await writeFile(join(store, name), content);
    return;
  }
  throw new Error(`${text} is nowhere in ${store}`);
}
