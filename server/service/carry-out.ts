/** Carrying out a plan of a service manager: files written and removed, commands run, in order. */
import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { mkdir, rm, writeFile } from '../file-access.ts';
import type { CommandResult, ServiceCommand, ServiceManager, ServicePlan } from './definition.ts';
import { launchd } from './launchd.ts';
import { systemd } from './systemd.ts';
import { taskScheduler } from './task-scheduler.ts';

/** A step of a plan failed; the message says which, and what the system answered. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
}

const commandLimitMs = 60_000;

/** @param systemRoot folder of Windows, there. @returns undefined where the system has none that we know. */
export function serviceManager(
  platform: NodeJS.Platform = process.platform,
  systemRoot = String.raw`C:\Windows`,
): ServiceManager | undefined {
  if (platform === 'linux') return systemd();
  if (platform === 'darwin') return launchd();
  return platform === 'win32' ? taskScheduler(systemRoot, tmpdir()) : undefined;
}

/** Runs a command without a shell; never throws. */
export function runCommand([program, ...args]: ServiceCommand): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: commandLimitMs, windowsHide: true }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, output: output === '' && error !== null ? error.message : output });
    });
  });
}

/**
 * Commands before the files may fail: what they stop may not be running.
 * @throws ServiceError at the first other step that fails
 */
export async function carryOut({ before, write, remove, after }: ServicePlan, run = runCommand): Promise<void> {
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
    const { code, output } = await run(command);
    if (code !== 0) throw new ServiceError(`"${command.join(' ')}" failed: ${output || `code ${code}`}`);
  }
}
