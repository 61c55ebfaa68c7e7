#!/usr/bin/env node
/**
 * In package.json, `exec` lets a server receive its signals itself instead of a shell that would only die of them. Windows has
 * neither the word nor the need: there npm finds this command under that name, and it runs what follows.
 */
import { spawn } from 'node:child_process';

const [, , command = 'node', ...args] = process.argv;
const child = spawn(command === 'node' ? process.execPath : command, args, { stdio: 'inherit' });
// Ctrl+C reaches the child as well; this process only waits for it.
process.on('SIGINT', () => undefined);
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
