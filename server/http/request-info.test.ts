/** Request data is freed with its request, in the cheap collections of young objects, and does not stay until the whole heap is collected. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { TrustedProxies } from './proxies.ts';
import { requestInfo } from './request-info.ts';
import { RequestSignals } from './request-signals.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

const requests = 300;
const bytesOfOne = 8000;

test('a request that is over is freed with the young objects', () => {
  const signals = new RequestSignals(new AbortController().signal);
  const proxies = new TrustedProxies([]);
  const socket = new Socket();
  const round = (): void => {
    for (let number = 0; number < requests; number += 1) {
      const incoming = new IncomingMessage(socket);
      incoming.rawHeaders = Array.from({ length: bytesOfOne / 8 }, () => '');
      const outgoing = new ServerResponse(incoming);
      requestInfo({ id: String(number), incoming, outgoing, path: '/api/v1/events' }, signals, proxies);
    }
    collect({ type: 'minor' });
  };
  for (let number = 0; number < 4; number += 1) round();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let number = 0; number < 24; number += 1) round();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(3 * requests * bytesOfOne);
});
