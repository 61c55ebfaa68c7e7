/** Installing the packages: `npm ci` prints no warning on the oldest Node that is supported. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './tree.ts';

/*
 * Electron and packages of electron-builder declare Node 22.12, and run on 20.19: electron/launch-parts.test.ts loads and unpacks with them,
 * electron/packaging.test.ts makes a build. Their entries in package-lock.json have no `engines`, which npm install keeps. A new version
 * brings the field back: run those tests on Node 20.19, then remove it.
 */
test('prints no warning when npm ci installs the packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-install-'));
  try {
    for (const path of ['package.json', 'package-lock.json', 'server/tools/exec'])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--offline', '--no-audit', '--loglevel=warn'], {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    expect({ status, warnings: stderr }).toEqual({ status: 0, warnings: '' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
