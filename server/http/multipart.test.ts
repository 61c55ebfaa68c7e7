/** A multipart body whose sender goes. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { freshFolder } from '../testing/storage-kit.ts';
import { readMultipart } from './multipart.ts';

test('a user who goes before the body is looked at is not waited for', async () => {
  const request = new IncomingMessage(new Socket());
  request.headers['content-type'] = 'multipart/form-data; boundary=edge';
  const bounds = { maxBytes: 1000, maxTextBytes: 1000, maxFileBytes: 1000, maxFields: 10, folder: freshFolder() };
  const reading = readMultipart(request, bounds);
  request.destroy();
  await expect(reading).rejects.toMatchObject({ status: 400 });
});
