// Loaded into a server before everything else (`node --import`). Its disk fails with the error that the file named by
// DISK_FAULT_FILE holds (EIO, EROFS, ENOSPC …) for as long as that file is there, and its clock is wrong by as many
// milliseconds as the file named by CLOCK_FAULT_FILE says. Needs no rights.
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

function textOf(file) {
  try {
    return readFileSync(file ?? '', 'utf8').trim();
  } catch {
    return undefined;
  }
}

function fault() {
  const code = textOf(process.env.DISK_FAULT_FILE);
  if (code === undefined) return undefined;
  return Object.assign(new Error(`${code}: injected, write`), { code, syscall: 'write' });
}

const handle = await open('/dev/null', 'r');
const prototype = Object.getPrototypeOf(handle);
await handle.close();

for (const name of ['write', 'datasync', 'sync', 'truncate']) {
  const original = prototype[name];
  prototype[name] = async function failing(...args) {
    const error = fault();
    if (error === undefined) return original.apply(this, args);
    // A disk that fails may have done half of it.
    if (name === 'write' && error.code === 'EIO' && args[0].length > 1) {
      const half = Math.floor(args[0].length / 2);
      await original.call(this, args[0], args[1] ?? 0, half, args[3]).catch(() => undefined);
    }
    throw error;
  };
}

if (process.env.CLOCK_FAULT_FILE !== undefined) {
  const now = Date.now;
  let ahead = 0;
  setInterval(() => {
    ahead = Number(textOf(process.env.CLOCK_FAULT_FILE) ?? 0);
  }, 200).unref();
  Date.now = () => now() + ahead;
}
