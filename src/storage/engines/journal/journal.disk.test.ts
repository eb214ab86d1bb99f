import { temporaryDirectory, testIds } from '../../testing/disk.ts';
import { engineContract } from '../../testing/engine-contract.ts';
import { silentLog } from '../../testing/world.ts';
import { openJournal } from './open-journal.ts';

engineContract('journal', async () => {
  const { directory, remove } = await temporaryDirectory();
  return { engine: await openJournal({ directory, ids: testIds, log: silentLog }), discard: remove };
});
