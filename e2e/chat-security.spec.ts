/** Hostile messages, as the server draws them and as raw HTML that a broken server might send, in the real page. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test as unwatched, type BrowserContext, type Page } from '@playwright/test';
import { ChatOffice, topicAddress } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { signIn } from './sessions.ts';
import { watchedTest } from './watched.ts';

interface Case {
  markdown: string;
  html: string;
}

const root = resolve(import.meta.dirname, '..');
const cases = JSON.parse(readFileSync(resolve(root, 'server/markdown/security-cases.json'), 'utf8')) as Case[];
/** HTML that no Markdown makes, against which the list of what is allowed is all that stands. */
const raw = [
  '<p onclick="hacked()">p</p><script>window.hacked = true</script>',
  '<img src="/user_uploads/1/x" onerror="window.hacked = true"><img src="https://evil.example/x.png">',
  '<img src="//evil.example/x.png" srcset="https://evil.example/y.png 2x">',
  '<svg><script>window.hacked = true</script><image href="https://evil.example/x"/></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.hacked = true"></style></mglyph></table></mtext></math>',
  '<span class="katex"><svg onload="window.hacked = true"><script>window.hacked = true</script><image href="https://evil.example/k"/></svg></span>',
  '<span class="katex"><svg><path d="M0 0" fill="url(https://evil.example/f)" onclick="hacked()"/><use href="//evil.example/u"/></svg></span>',
  '<iframe src="https://evil.example"></iframe><iframe srcdoc="<script>parent.hacked = true</script>"></iframe>',
  '<object data="https://evil.example/x.swf"></object><embed src="https://evil.example/x.swf">',
  '<link rel="stylesheet" href="https://evil.example/x.css"><style>body { background: url(https://evil.example/b) }</style>',
  '<p style="background: url(https://evil.example/c)">c</p><td style="text-align: left; background: url(//evil.example)">',
  '<span class="katex" style="background-image: url(https://evil.example/k); position: fixed; inset: 0">k</span>',
  '<a href="javascript:window.hacked = true">j</a><a href="data:text/html,<script>1</script>">d</a><a href=" java\\nscript:hacked()">n</a>',
  '<form action="https://evil.example"><input name="q" autofocus onfocus="window.hacked = true"><button>b</button></form>',
  '<video src="https://evil.example/v.mp4" autoplay></video><audio src="//evil.example/a.mp3"></audio><video poster="https://evil.example/p">',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<div class="message_inline_image"><a href="https://evil.example"><img src="https://evil.example/t.png"></a></div>',
  '<template><script>window.hacked = true</script></template><noscript><img src=x onerror="window.hacked = true"></noscript>',
  '<details open ontoggle="window.hacked = true">d</details><marquee onstart="window.hacked = true">m</marquee>',
];

/** What the page may ask this server for. */
const ownPaths =
  /^\/(?:api\/v1|chat|console\/assets|user_uploads|user_avatars|avatar|static|external_content)\/|^\/favicon/;

watchedTest('38: what the server makes of hostile messages runs nothing, and sends nothing', async ({ context }) => {
  await expectHarmless(
    context,
    cases.map(({ html }) => html),
  );
});

// While Chromium parses HTML that will never run it already complains of handlers in it, by the content policy: not watched for.
unwatched('38: neither does raw HTML, if a server should ever send it', async ({ context }) => {
  await expectHarmless(context, [...cases.map(({ markdown }) => markdown), ...raw]);
});

async function expectHarmless(context: BrowserContext, contents: readonly string[]): Promise<void> {
  const office = await ChatOffice.open();
  try {
    const channelId = await office.newChannel('gate');
    // Each stands for the content that the page gets in its place.
    const texts = contents.map((_, index) => `case ${index}`);
    await sendAll(office, channelId, texts);
    const page = await context.newPage();
    const asked: string[] = [];
    const dialogs: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.route(/\/api\/v1\/messages\?/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { messages: { content: string }[] };
      for (const message of body.messages) {
        const number = /case (\d+)/.exec(message.content)?.[1];
        if (number !== undefined) message.content = `<p>drawn ${number}</p>${contents[Number(number)] ?? ''}`;
      }
      await route.fulfill({ response: answer, json: body });
    });
    await signIn(context, office.hearth.url);
    await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'hostile')}`);
    await expect(page.locator('.message').first()).toBeVisible();
    const drawn = await drawAll(page);
    expect(drawn.numbers.toSorted((a, b) => a - b)).toEqual(contents.map((_, index) => index));
    expect(drawn.offences).toEqual([]);
    expect(dialogs).toEqual([]);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    const { origin } = new URL(office.hearth.url);
    const foreign = asked.filter((address) => {
      const url = new URL(address);
      return url.origin !== origin || !ownPaths.test(url.pathname);
    });
    expect(foreign).toEqual([]);
  } finally {
    await office.close();
  }
}

async function sendAll(office: ChatOffice, channelId: number, texts: readonly string[]): Promise<void> {
  const body = new URLSearchParams({ username: owner.email, password: owner.password });
  const signedIn = await fetch(`${office.hearth.url}/api/v1/fetch_api_key`, { method: 'POST', body });
  const { api_key: key } = (await signedIn.json()) as { api_key: string };
  const authorization = `Basic ${Buffer.from(`${owner.email}:${key}`).toString('base64')}`;
  for (const content of texts) {
    const message = new URLSearchParams({ type: 'channel', to: String(channelId), topic: 'hostile', content });
    const answer = await fetch(`${office.hearth.url}/api/v1/messages`, {
      method: 'POST',
      headers: { authorization },
      body: message,
    });
    expect(answer.status, await answer.text()).toBe(200);
  }
}

/** Scrolls through the whole list. @returns which cases were drawn, and whatever in them should not be there */
async function drawAll(page: Page): Promise<{ numbers: number[]; offences: string[] }> {
  return page.evaluate(async () => {
    const scroller = document.querySelector('.feed-scroller');
    if (scroller === null) throw new Error('There is no feed.');
    const numbers = new Set<number>();
    const offences = new Set<string>();
    const forbidden =
      'script, style, link, meta, base, iframe, object, embed, form, input, template, noscript, details, ' +
      // Formulas have drawings, of lines alone.
      'svg:not(.katex svg), svg :not(path, line)';
    const isOwn = (address: string): boolean => new URL(address, location.href).origin === location.origin;
    const look = (): void => {
      for (const body of document.querySelectorAll('.message-body')) {
        for (const [, number] of (body.textContent ?? '').matchAll(/drawn (\d+)/g)) numbers.add(Number(number));
        for (const element of body.querySelectorAll(forbidden)) offences.add(element.outerHTML.slice(0, 120));
        for (const element of body.querySelectorAll('*')) {
          for (const { name, value } of element.attributes) {
            if (name.startsWith('on')) offences.add(`${name}=${value}`);
            if (name === 'href' && !/^(?:https?|mailto|tel|sms|sip|xmpp|ftp):|^[/#]/i.test(value)) offences.add(value);
            if (['src', 'srcset', 'poster'].includes(name) && !isOwn(value)) offences.add(`${name}=${value}`);
            if (name === 'style' && /url|position:\s*fixed|expression/i.test(value)) offences.add(value);
          }
        }
      }
    };
    // The list hears of the wheel with a frame, however late that comes, draws what is there, and then asks for more.
    const drawn = async (): Promise<void> => {
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
    };
    for (const direction of [-1, 1])
      for (let step = 0, rest = 0; step < 400 && rest < 5; step += 1) {
        look();
        const before = scroller.scrollTop;
        scroller.scrollBy(0, direction * scroller.clientHeight * 0.8);
        await drawn();
        // At an end that more messages are on their way to, it goes on.
        while (scroller.getAttribute('aria-busy') === 'true') await drawn();
        rest = scroller.scrollTop === before ? rest + 1 : 0;
      }
    return { numbers: [...numbers], offences: [...offences] };
  });
}
