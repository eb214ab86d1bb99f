#!/usr/bin/env node
import module from 'node:module';

// From Node 22 on, compiled code is kept between runs: the next start is faster.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

const { runCommandLine } = await import('./command-line.ts');
// Not process.exit: what was printed must get out first.
process.exitCode = await runCommandLine(process.argv.slice(2));
// The work is done; nothing that was forgotten open may keep the process.
setTimeout(() => process.exit(), 1000).unref();
