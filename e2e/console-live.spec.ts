/**
 * The live screens of the console, against a real server: events as they happen, queues, presence, the API explorer, the time
 * line. The code that the explorer shows is run as it stands.
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test, type Office } from './console-kit.ts';
import { owner, ownerKey } from './hearth-process.ts';

const sandra = { email: 'sandra@example.com', full_name: 'Sandra Sailor', password: owner.password };

test.beforeAll(async ({ office }) => {
  await office.elsewhere('POST', '/users', sandra);
});

const say = ({ elsewhere }: Office, content: string): Promise<Record<string, unknown>> =>
  elsewhere('POST', '/messages', { type: 'channel', to: 'general', topic: 'live', content });

test('events show as they happen; they are filtered, paused, stepped, opened and saved', async ({ page, office }) => {
  await openAs(page, office, '/events');
  const line = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await expect(line('restart')).toBeVisible();
  await say(office, 'first words');
  await expect(line('first words')).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  await say(office, 'second words');
  await say(office, 'third words');
  await page.getByLabel('Text').fill('third');
  await expect(page.getByText(/paused, ([2-9]|\d\d+) waiting/)).toBeVisible();
  await expect(line('third words')).toBeHidden();
  await page.getByRole('button', { name: 'Next event' }).click();
  await expect(line('third words')).toBeVisible();
  await expect(line('second words')).toBeHidden();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByLabel('Text').fill('');
  await expect(line('second words')).toBeVisible();

  await line('third words').getByRole('button').click();
  await expect(line('third words')).toContainText('"content": "third words"');
  await page.getByRole('combobox', { name: 'User' }).fill('Sandra');
  await page.getByRole('option', { name: /Sandra Sailor/ }).click();
  await expect(line('restart')).toBeVisible();

  await page.getByRole('combobox', { name: 'Channel' }).fill('general');
  await page.getByRole('option', { name: '#general' }).click();
  await expect(line('third words')).toBeVisible();
  await expect(line('restart')).toBeHidden();
  // One row is in the order of Tab, and arrows lead on from it.
  await line('third words').getByRole('button').first().focus();
  await page.keyboard.press('ArrowUp');
  await expect(line('second words').getByRole('button').first()).toBeFocused();
  await expect(
    page.getByRole('list', { name: 'Events, oldest first' }).locator('li > button[tabindex="0"]'),
  ).toHaveCount(1);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON Lines' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  const types = saved
    .trimEnd()
    .split('\n')
    .map((one) => (JSON.parse(one) as { type: string }).type);
  expect(types).toContain('message');
  expect(types).not.toContain('restart');
});

test('a list of events whose connection died without a word asks again', async ({ page, office }) => {
  await page.clock.install();
  let swallowed = 0;
  await page.route(/console\/activity\?.*dont_block=false/, () => void (swallowed += 1), { times: 1 });
  await openAs(page, office, '/events');
  await expect.poll(() => swallowed).toBe(1);
  await say(office, 'unheard words');
  // Longer than a server holds a question in which nothing happens, and than the pause before the next.
  await page.clock.runFor(125_000);
  await expect(page.getByRole('listitem').filter({ hasText: 'unheard words' })).toBeVisible();
});

test('of ten thousand events only those in sight are in the page', async ({ page, office }) => {
  await openAs(page, office, '/events');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  // The list is fed by the server's answer, so a long one stands for a long day.
  await page.route('**/console/activity?*', async (route) => {
    const asked = new URL(route.request().url()).searchParams;
    if (asked.get('since') !== null) return route.continue();
    const entries = Array.from({ length: 10_000 }, (_, i) => ({
      kind: 'event',
      seq: i + 1,
      at_ms: 1_767_600_000_000 + i,
      id: i + 1,
      type: 'typing',
      op: 'start',
      audience: { everyone: true, public_channel: false, user_count: 0, user_ids: [], except: [] },
      request_id: null,
      queues: [],
      queue_count: 0,
      envelope_only: false,
      event: { type: 'typing', op: 'start', note: `number ${i + 1}` },
    }));
    return route.fulfill({ json: { result: 'success', msg: '', epoch: 1, last_seq: 10_000, entries } });
  });
  await page.route('**/console/activity?*since=10000*', (route) =>
    route.fulfill({ json: { result: 'success', msg: '', epoch: 1, last_seq: 10_000, entries: [] } }),
  );
  await page.reload();
  await expect(page.getByText('10,000 events', { exact: true })).toBeVisible();
  await expect(page.getByText('number 10000')).toBeVisible();
  const most = await page.getByRole('region', { name: 'Events, oldest first' }).evaluate(async (list) => {
    let rows = 0;
    for (let step = 0; step < 40; step += 1) {
      list.scrollTop = (list.scrollHeight * step) / 40;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      rows = Math.max(rows, list.querySelectorAll('li').length);
    }
    return rows;
  });
  // What makes it smooth, on any machine: wherever one is, only what is in sight is in the page.
  expect(most).toBeGreaterThan(5);
  expect(most).toBeLessThan(80);
  await page.getByLabel('Text').fill('number 777"');
  await expect(page.getByText('1 event', { exact: true })).toBeVisible();
});

test('presence follows who comes, in both formats, and says of the invisible only that', async ({ page, office }) => {
  await openAs(page, office, '/presence');
  await expect(page.getByRole('row').filter({ hasText: 'Sandra Sailor' })).toContainText('never in a chat app');
  await office.elsewhere('POST', '/users/me/presence', { status: 'active' });
  await page.getByRole('switch', { name: 'Show raw API data' }).click();
  const active = page.getByRole('row').filter({ hasText: 'Active' }).filter({ hasText: 'active_timestamp' });
  await expect(active).toContainText('"website"');
  await office.elsewhere('PATCH', '/settings', { presence_enabled: 'false' });
  await expect(page.getByRole('row').filter({ hasText: 'Invisible' })).toContainText('hidden');
  await office.elsewhere('PATCH', '/settings', { presence_enabled: 'true' });
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Time line' }).click();
  const bar = page.getByRole('list', { name: 'People and when they were online' }).getByRole('button');
  await expect(bar).toHaveCount(1);
  await bar.click();
  const stretches = page.getByRole('table', { name: /^When .* (?:was|were) online$/ });
  await expect(stretches.getByRole('row').last()).toContainText('Active');
  await expectAccessible(page);
  await page.getByText('Week', { exact: true }).click();
  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'When people were online' }).getByRole('row')).not.toHaveCount(1);
});

test('an operation is found, filled in, sent, and shown as code that runs', async ({ page, office }) => {
  await openAs(page, office, '/api');
  await expect(page.getByLabel('to', { exact: true })).not.toHaveValue('');
  const key = await ownerKey(office.url);
  const content = `it's "50%" & <more> $HOME \`x\` \\ 🔥`;
  await page.getByLabel('content').fill(content);
  await page.getByRole('button', { name: 'Send POST' }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response).toContainText('200');
  await expect(response.getByRole('region', { name: 'the response' })).toContainText('"result": "success"');
  await response.getByRole('button', { name: /headers/ }).click();
  await expect(response).toContainText('x-request-id');

  for (const [tab, language, command, flag] of [
    ['curl, bash', 'bash', 'bash', '-c'],
    ['Python', 'Python', 'python3', '-c'],
    ['JavaScript', 'JavaScript', 'node', '--input-type=module -e'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    // By its name: the code of the tab before may be there a moment longer.
    const code = await page.getByRole('region', { name: `code for ${language}`, exact: true }).innerText();
    const ran = spawnSync(command, [...flag.split(' '), code.replace('YOUR_API_KEY', key)], { encoding: 'utf8' });
    // A machine without Python still has the others.
    if (ran.error === undefined) expect(ran.stdout, ran.stderr).toContain('success');
    const { messages } = (await office.elsewhere('GET', '/messages', {
      anchor: 'newest',
      num_before: '1',
      num_after: '0',
      apply_markdown: 'false',
    })) as { messages: { content: string }[] };
    expect(messages.at(-1)?.content).toBe(content);
  }

  await page.getByRole('combobox', { name: 'Operation' }).fill('GET /users/me:');
  await page.getByRole('option', { name: /^GET \/users\/me:/ }).click();
  await page.getByRole('combobox', { name: 'Send as' }).click();
  await page.getByRole('option', { name: 'Enter an API key' }).click();
  await page.getByLabel("Account's email").fill(owner.email);
  await page.getByLabel('API key', { exact: true }).last().fill('wrong');
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(response).toContainText('401');
  await expectAccessible(page);
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
});

test('the time line leads from a request to its events and who acknowledged them, and back to a form', async ({
  page,
  office,
}) => {
  const queue = await office.elsewhere('POST', '/register', { event_types: '["message"]' });
  await openAs(page, office, '/api');
  await page.getByRole('tab', { name: 'Time line' }).click();
  await page.getByLabel('Text').fill('cause and effect');
  await say(office, 'cause and effect');
  const list = page.getByRole('region', { name: /oldest first/ }).getByRole('listitem');
  await expect(list).toHaveCount(1);
  const line = list.filter({ hasText: '/messages' });
  await line.getByRole('button').first().click();
  await expect(line).toContainText('not yet');
  const poll = { queue_id: String(queue['queue_id']), last_event_id: String(queue['last_event_id']) };
  const { events } = (await office.elsewhere('GET', '/events', poll)) as { events: { id: number }[] };
  await office.elsewhere('GET', '/events', { ...poll, last_event_id: String(events.at(-1)?.id), dont_block: 'true' });
  await expect(line).toContainText(/after \d+ ms/);
  await expectAccessible(page);
  await line.getByRole('button', { name: 'Open as a form' }).click();
  await expect(page.getByLabel('content')).toHaveValue('cause and effect');
});
