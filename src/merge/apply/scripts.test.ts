import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Player, readScripts } from './testing/script.ts';

const folder = new URL('./testing/scripts/', import.meta.url);

for (const name of readdirSync(folder).sort()) {
  const { schemas, scripts } = readScripts(new URL(name, folder));
  describe(name.replace('.yaml', ''), () => {
    for (const script of scripts) {
      it(script.name, async () => {
        const player = new Player(schemas, script);
        for (const [at, step] of script.steps.entries()) {
          const outcome = await player.play(step);
          const { object = outcome.object, managers = outcome.managers, conflicts, fails } = step;
          const expected = { object, managers, conflicts, fails: fails && expect.stringContaining(fails) };
          expect({ step: at + 1, ...outcome }).toEqual({ step: at + 1, ...expected });
        }
      });
    }
  });
}
