import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const testIds = { uid: () => randomUUID() };

export async function temporaryDirectory(): Promise<{ directory: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'pinnace-'));
  return { directory: join(parent, 'data'), remove: () => rm(parent, { recursive: true, force: true }) };
}
