import { engineContract } from '../testing/engine-contract.ts';
import { temporaryDirectory, testIds } from '../testing/lmdb.ts';
import { openLmdb } from './lmdb.ts';

engineContract('lmdb', async () => {
  const { directory, remove } = await temporaryDirectory();
  return { engine: await openLmdb({ directory, ids: testIds }), discard: remove };
});
