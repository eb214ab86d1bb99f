// Loaded into a server before everything else (`node --import`): its disk then fails with the error that the file named
// by DISK_FAULT_FILE holds (EIO, EROFS, ENOSPC …) for as long as that file is there. Needs no rights.
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

const control = process.env.DISK_FAULT_FILE ?? '';

function fault() {
  try {
    const code = readFileSync(control, 'utf8').trim();
    return Object.assign(new Error(`${code}: injected, write`), { code, syscall: 'write' });
  } catch {
    return undefined;
  }
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
