/**
 * The floors of the benches: bare node:http, and bare Koa. They answer the same few addresses as Hearth with ready strings, and
 * keep nothing. Runs as a process of its own: `floor.mjs node|koa`; reports its port to the process that started it. Plain JavaScript: what reads
 * TypeScript would be most of its memory and of its start.
 */
import { createServer } from 'node:http';

const type = 'application/json';
const message = JSON.stringify({
  id: 1,
  content: '<p>A message of ordinary length, as people write them.</p>'.repeat(8),
});
const page = `{"result":"success","msg":"","messages":[${Array.from({ length: 100 }, () => message).join(',')}]}`;
let lastId = 0;
/**
 * The newest events: a user who asks too late to be woken by one gets it at once.
 * @type {{ id: number, event: string }[]}
 */
let recent = [];
/** @param {string} events */
const eventsText = (events) => `{"result":"success","msg":"","events":[${events}],"queue_id":"q"}`;
/** @type {((body: string) => void)[]} */
let waiting = [];

/**
 * @param {string} method
 * @param {string} url
 * @param {string} body
 * @returns {string | Promise<string>} the answer, or a promise of one for a poll that has to wait.
 */
function answer(method, url, body) {
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

/** @param {AsyncIterable<Buffer>} request */
async function bodyOf(request) {
  let body = '';
  for await (const chunk of request) body += chunk.toString('utf8');
  return body;
}

/** @type {import('node:http').RequestListener} */
const bare = (request, response) => {
  const { method = '', url = '' } = request;
  /** @param {string} text */
  const send = (text) => {
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
    response.end(text);
  };
  const work = async () => send(await answer(method, url, method === 'POST' ? await bodyOf(request) : ''));
  void work();
};

/** @returns {Promise<import('node:http').RequestListener>} */
async function koa() {
  const { default: Koa } = await import('koa');
  const app = new Koa();
  app.use(async (ctx) => {
    const text = await answer(ctx.method, ctx.url, ctx.method === 'POST' ? await bodyOf(ctx.req) : '');
    ctx.type = type;
    ctx.body = text;
  });
  const answerBy = app.callback();
  return (request, response) => void answerBy(request, response);
}

const server = createServer(process.argv[2] === 'koa' ? await koa() : bare);
// People pause for longer than node waits for the next request of a connection.
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => process.send?.(Object(server.address()).port));
process.once('disconnect', () => process.exit(0));
