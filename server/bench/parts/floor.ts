/**
 * The floors of the benches: bare node:http, and bare Koa. They answer the same few addresses as Hearth with ready strings, and
 * keep nothing. Runs as a process of its own: `floor.ts node|koa`; tells its port to whoever started it.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';

const type = 'application/json';
const message = JSON.stringify({
  id: 1,
  content: '<p>A message of ordinary length, as people write them.</p>'.repeat(8),
});
const page = `{"result":"success","msg":"","messages":[${Array.from({ length: 100 }, () => message).join(',')}]}`;
let lastId = 0;
/** The newest events: whoever asks too late to be woken by one gets it at once. */
let recent: { id: number; event: string }[] = [];
const eventsText = (events: string): string => `{"result":"success","msg":"","events":[${events}],"queue_id":"q"}`;
let waiting: ((body: string) => void)[] = [];

/** @returns the answer, or a promise of one for a poll that has to wait. */
function answer(method: string, url: string, body: string): string | Promise<string> {
  if (method === 'POST' && url.startsWith('/api/v1/messages')) {
    lastId += 1;
    const content = new URLSearchParams(body).get('content');
    const event = JSON.stringify({ type: 'message', message: { id: lastId, content }, flags: [], id: lastId });
    recent = [...recent.slice(-50), { id: lastId, event }];
    const text = eventsText(event);
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake(text);
    return `{"result":"success","msg":"","id":${lastId}}`;
  }
  if (url.startsWith('/api/v1/events')) {
    const seen = Number(/last_event_id=(-?\d+)/.exec(url)?.[1]);
    const missed = recent.filter(({ id }) => id > seen && seen >= 0);
    if (missed.length > 0) return eventsText(missed.map(({ event: one }) => one).join(','));
    return new Promise((resolve) => waiting.push(resolve));
  }
  if (url.startsWith('/api/v1/messages')) return page;
  return '{"result":"success","msg":"","queue_id":"q","last_event_id":0}';
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk.toString('utf8');
  return body;
}

const bare: RequestListener = (request, response) => {
  const { method = '', url = '' } = request;
  const send = (text: string): void => {
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
    response.end(text);
  };
  const work = async (): Promise<void> =>
    send(await answer(method, url, method === 'POST' ? await bodyOf(request) : ''));
  void work();
};

function koa(): RequestListener {
  const app = new Koa();
  app.use(async (ctx) => {
    const text = await answer(ctx.method, ctx.url, ctx.method === 'POST' ? await bodyOf(ctx.req) : '');
    ctx.type = type;
    ctx.body = text;
  });
  const answerBy = app.callback();
  return (request, response) => void answerBy(request, response);
}

const server = createServer(process.argv[2] === 'koa' ? koa() : bare);
// People pause for longer than node waits for the next request of a connection.
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));
