import { engineContract } from '../testing/engine-contract.ts';
import { openMemory } from './memory.ts';

engineContract('memory', async () => ({ engine: openMemory(), discard: async () => {} }));
