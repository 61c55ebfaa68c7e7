/** Process identity beyond its id, which is used again: whether it lives, since when, and where. Empty where it does not tell. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './errors.ts';

/** Whether a process is there that can still write: a zombie only waits for its parent to take note of its end. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
  }
  return !/^[ZX]/i.test(stateOf(pid));
}

/** The letter of the state that a process is in; empty where the system does not tell. */
function stateOf(pid: number): string {
  try {
    if (process.platform === 'linux') return procStat(pid)[0] ?? '';
    if (process.platform === 'darwin') return ps('state', pid);
  } catch {
    return '';
  }
  return '';
}

/** Identifies a process beyond its reusable id; empty where the system does not tell. */
export function startOf(pid: number): string {
  try {
    if (process.platform === 'linux') return `${bootId()} ${procStat(pid)[19]}`;
    if (process.platform === 'darwin') return ps('lstart', pid);
  } catch {
    return '';
  }
  return '';
}

/** Within what a process id means one process: this boot and namespace, or this computer. */
export function here(): string {
  try {
    if (process.platform === 'linux') return `${bootId()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // A system without such names: its host name distinguishes it from others.
  }
  return hostname();
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

/** The fields from the state on: they are counted after the name, which may itself hold spaces. */
function procStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function ps(field: string, pid: number): string {
  return execFileSync('/bin/ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
}
