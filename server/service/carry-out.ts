/** Carrying out a plan of a service manager: files written and removed, commands run, in order. */
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { mkdir, rm, writeFile } from '../file-access.ts';
import { runCommand } from './command.ts';
import type { RunCommand, ServiceManager, ServicePlan } from './definition.ts';
import { launchd } from './launchd.ts';
import { systemd } from './systemd.ts';
import { taskScheduler } from './task-scheduler.ts';

/** A step of a plan failed; the message says which, and what the system answered. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
}

/** launchd gives a daemon 30 s to end (`ExitTimeOut`): a command is tried this often, with a pause between. */
const maxTries = 40;
const pauseMs = 1000;

/** @param systemRoot folder of Windows, there. @returns undefined where the system has none that we know. */
export function serviceManager(
  platform: NodeJS.Platform = process.platform,
  systemRoot = String.raw`C:\Windows`,
): ServiceManager | undefined {
  if (platform === 'linux') return systemd();
  if (platform === 'darwin') return launchd();
  return platform === 'win32' ? taskScheduler(systemRoot, tmpdir()) : undefined;
}

/**
 * Commands before the files may fail: what they stop may not be running.
 * @param pause between two tries of a command
 * @throws ServiceError at the first other step that fails
 */
export async function carryOut(
  { before, write, remove, after, retryCodes = [] }: ServicePlan,
  run: RunCommand = runCommand,
  pause: () => Promise<unknown> = () => wait(pauseMs),
): Promise<void> {
  for (const command of before) await run(command);
  for (const { path, content } of write) {
    await mkdir(dirname(path), { recursive: true });
    // Task Scheduler reads UTF-16 alone; the others read UTF-8.
    const isUtf16 = content.startsWith('<?xml version="1.0" encoding="UTF-16"?>');
    await writeFile(path, isUtf16 ? Buffer.from(`\ufeff${content}`, 'utf16le') : content);
    await chmod(path, 0o644);
  }
  for (const path of remove) await rm(path, { force: true });
  for (const command of after) {
    let { code, output } = await run(command);
    for (let tries = 1; code !== null && retryCodes.includes(code) && tries < maxTries; tries += 1) {
      await pause();
      ({ code, output } = await run(command));
    }
    if (code !== 0) throw new ServiceError(`"${command.join(' ')}" failed: ${output || `code ${code}`}`);
  }
}
