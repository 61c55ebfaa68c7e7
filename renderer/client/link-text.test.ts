/** Names of files, channels and topics as the text of a link, which the server shows as they are. */
import { expect, it } from 'vitest';
import { asLinkAddress, asLinkText } from './link-text.ts';

it.each([
  ['__init__.py', '__init__.py'],
  ['a*b [c].txt', String.raw`a\*b \[c\].txt`],
  [':smile:.txt', String.raw`\:smile:.txt`],
  ['$$x', String.raw`\$$x`],
  ['&copy;.txt', '&#38;copy;.txt'],
  ['&#38;.txt', '&#38;#38;.txt'],
  ['R&D.txt', 'R&D.txt'],
  ['ends\\', 'ends&#92;'],
  ['two\\\\', String.raw`two\&#92;`],
  ['a\\b.txt', 'a\\b.txt'],
])('%s is written as %s', (name, text) => expect(asLinkText(name)).toBe(text));

it.each([
  ['https://a.example/x_(1)', 'https://a.example/x_%281%29'],
  ['https://a.example/a b\n<c>\\d', 'https://a.example/a%20b%0A%3Cc%3E%5Cd'],
  ['https://a.example/x?q={1}&r=%20#é', 'https://a.example/x?q={1}&r=%20#é'],
])('the address %j is written as %s', (address, target) => expect(asLinkAddress(address)).toBe(target));
