/** Owner of a port: read from this system for real, and from what other systems print. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HttpListener } from '../runtime/http-listener.ts';
import { startServer } from '../start.ts';
import { freePort, ownerInLsof, listenerInNetstat, listeningInodes, portOwner, systemTools } from './port-owner.ts';

async function taken(): Promise<{ port: number; free: () => void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, free: () => server.close() };
}

describe('A port that is taken', () => {
  it('is refused with its holder and with another that is free', async () => {
    const { port, free } = await taken();
    const error = (await new HttpListener().listen(port).catch((reason: unknown) => reason)) as Record<string, unknown>;
    expect(error).toMatchObject({ name: 'ListenError', problem: 'taken', port });
    expect(error['freePort']).not.toBe(port);
    expect(String(error['message'])).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is taken by .+--keep-port`));
    free();
  });

  it('leaves a folder that was not there unmade, also where no one named the port', async () => {
    const dataDir = join(tmpdir(), `hearth-unmade-${process.pid}`);
    // 192.0.2.1 is for documentation: no machine has it.
    await expect(startServer({ dataDir, host: '192.0.2.1' })).rejects.toMatchObject({ name: 'ListenError' });
    expect(existsSync(dataDir)).toBe(false);
  });

  // Other systems are asked by tools of their own, whose output is read below.
  it.runIf(process.platform === 'linux')('is known on Linux by the process that listens', async () => {
    const { port, free } = await taken();
    expect(await portOwner(port)).toMatchObject({ pid: process.pid });
    free();
    expect(await portOwner(1)).toBeNull();
  });

  it('is asked of the tools of the system by their full paths, never of what a PATH or a folder holds', () => {
    expect(Object.values(systemTools('D:\\WINNT'))).toEqual([
      '/usr/sbin/lsof',
      'D:\\WINNT\\System32\\NETSTAT.EXE',
      'D:\\WINNT\\System32\\tasklist.exe',
    ]);
    for (const odd of [undefined, '', 'here'])
      expect(systemTools(odd).netstat).toBe('C:\\Windows\\System32\\NETSTAT.EXE');
  });

  it('is followed by the next free one', async () => {
    const { port, free } = await taken();
    const other = await freePort(port - 1, '127.0.0.1');
    expect(other).not.toBeNull();
    expect(other).not.toBe(port);
    free();
  });
});

describe('What systems print of listeners', () => {
  it('is understood on Linux', () => {
    const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1CFC 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 48211 1 0000000000000000 100 0 0 10 0
   1: 0100007F:1CFC 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 48555 1 0000000000000000 20 4 30 10 -1`;
    expect(listeningInodes(table, 7420)).toEqual(['48211']);
    expect(listeningInodes(table, 7421)).toEqual([]);
  });

  it('is understood on Windows, in any language', () => {
    const text = `\r\nAktive Verbindungen\r\n\r\n  Proto  Lokale Adresse         Remoteadresse          Status           PID\r\n  TCP    0.0.0.0:135            0.0.0.0:0              ABHÖREN         1032\r\n  TCP    127.0.0.1:7420         127.0.0.1:50110        HERGESTELLT     77\r\n  TCP    127.0.0.1:7420         0.0.0.0:0              ABHÖREN         4711\r\n`;
    expect(listenerInNetstat(text, 7420)).toBe(4711);
    expect(listenerInNetstat(text, 80)).toBeNull();
  });

  it('is understood on macOS', () => {
    expect(ownerInLsof('p501\ncControlCenter\nf9\n')).toEqual({ pid: 501, name: 'ControlCenter' });
    expect(ownerInLsof('')).toBeNull();
  });
});
