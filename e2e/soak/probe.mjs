/**
 * Looks into the server's memory from within: loaded into its process by the soak, never by the product. Each request to its
 * own port collects garbage, writes a heap snapshot to the file that is named, and answers what is in use afterwards.
 */
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { writeHeapSnapshot } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/** @param {string} file */
async function look(file) {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  const { heapUsed, rss } = process.memoryUsage();
  writeHeapSnapshot(file);
  return { usedBytes: heapUsed, rssBytes: rss };
}

if (isMainThread) {
  const probe = createServer((request, response) => {
    const file = new URL(request.url ?? '/', 'http://probe').searchParams.get('file') ?? '';
    look(file).then(
      (found) => response.end(JSON.stringify(found)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address();
    if (address !== null && typeof address === 'object')
      process.stdout.write(`heap probe on http://127.0.0.1:${address.port}\n`);
  });
  probe.unref();
}
