/** Which addresses are shown and sent to others. */
import { describe, expect, test } from 'vitest';
import { originForOthers, reachableAddresses } from './addresses.ts';

describe('Addresses', () => {
  test('a server that listens on loopback is for this computer only', () => {
    expect(reachableAddresses('127.0.0.1', 7420)).toEqual([
      { url: 'http://localhost:7420', label: 'this computer', this_computer_only: true },
    ]);
  });

  test('a server that listens everywhere lists its own computer last, and always with http://', () => {
    const addresses = reachableAddresses('0.0.0.0', 7420);
    expect(addresses.at(-1)?.this_computer_only).toBe(true);
    expect(addresses.every(({ url }) => url.startsWith('http://'))).toBe(true);
  });

  test('what others read has the address that the caller used, unless only this computer knows it', () => {
    const listening = { host: '192.168.1.20', port: 7420 };
    expect(originForOthers('http://chat.office:80', listening)).toBe('http://chat.office:80');
    for (const local of ['http://localhost:7420', 'http://127.0.0.1:7420', 'http://[::1]:7420']) {
      expect(originForOthers(local, listening), local).toBe('http://192.168.1.20:7420');
    }
    expect(originForOthers('http://localhost:7420', { host: '127.0.0.1', port: 7420 })).toBe('http://localhost:7420');
  });
});
