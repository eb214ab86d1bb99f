// Loaded into a server before everything else (`node --import`). Its disk fails with the error that the file named by
// DISK_FAULT_FILE holds (EIO, EROFS, ENOSPC …) for as long as that file is there, and its clock is wrong by as many
// milliseconds as the file named by CLOCK_FAULT_FILE says. Needs no rights.
import fs, { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

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
    throw error;
  };
}

const write = fs.write;
fs.write = function failing(fd, bytes, offset, length, position, done) {
  const error = fault();
  if (error === undefined) return write(fd, bytes, offset, length, position, done);
  // A disk that fails may have done half of it.
  const half = error.code === 'EIO' ? Math.floor(length / 2) : 0;
  if (half === 0) return setImmediate(done, error, 0);
  return write(fd, bytes, offset, half, position, () => done(error, 0));
};
syncBuiltinESMExports();

if (process.env.CLOCK_FAULT_FILE !== undefined) {
  const now = Date.now;
  let ahead = 0;
  setInterval(() => {
    ahead = Number(textOf(process.env.CLOCK_FAULT_FILE) ?? 0);
  }, 200).unref();
  Date.now = () => now() + ahead;
}
