/** Private bot addresses that are marked, because the server calls them only where an owner allows it. */
import { expect, test } from 'vitest';
import { isPrivateAddress } from './private-address.ts';

test.each([
  'http://127.0.0.1:9/x',
  'http://localhost:3000/',
  'https://192.168.0.7/hook',
  'http://172.20.1.2/',
  'http://10.1.2.3',
  'http://[::1]:8080/',
  'http://[fd00::1]/',
  'http://printer.local/',
])('%s is in a private network', (address) => expect(isPrivateAddress(address)).toBe(true));

test.each([
  'https://example.org/hook',
  'http://172.32.0.1/',
  'https://10.example.org/',
  'https://localhost.example.org/',
  'http://',
  '',
])('"%s" is not, or not known to be', (address) => expect(isPrivateAddress(address)).toBe(false));
