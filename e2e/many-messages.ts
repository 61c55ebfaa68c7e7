/** A topic of very many messages, for what only very many show. */
import type { APIResponse, Page, Route } from '@playwright/test';

interface Fetched {
  id: number;
  timestamp: number;
  flags: string[];
}

type Answer = { messages: Fetched[] } & Record<string, unknown>;

/**
 * Answers for a topic of many messages, made of the few that the server has: what is measured is the page, and the server
 * has a bench of its own.
 */
export async function answerWithMany(page: Page, messageCount: number): Promise<void> {
  let asked: ReturnType<typeof fetchSamples> | undefined;
  await page.route(/\/api\/v1\/messages\?/, async (route) => {
    const url = new URL(route.request().url());
    const anchor = url.searchParams.get('anchor') ?? 'newest';
    const [before, after] = ['num_before', 'num_after'].map((name) => Number(url.searchParams.get(name)));
    const isWithAnchor = url.searchParams.get('include_anchor') !== 'false';
    // Once: a user who scrolls should not wait for a processor on which the server makes the same answer again.
    asked ??= fetchSamples(route);
    const { answer, body } = await asked;
    const at = /^\d+$/.test(anchor) ? Number(anchor) : messageCount;
    const first = Math.max(1, at - (before ?? 0));
    const last = Math.min(messageCount, at + (after ?? 0));
    const samples = body.messages;
    const messages = Array.from({ length: last - first + 1 }, (_, index): Fetched | undefined => {
      const sample = samples[(first + index) % samples.length];
      const id = first + index;
      return sample && { ...sample, id, timestamp: 1_600_000_000 + id * 400, flags: ['read'] };
    }).filter((message) => isWithAnchor || message?.id !== at);
    await route.fulfill({
      response: answer,
      json: {
        ...body,
        messages,
        anchor: at,
        found_anchor: true,
        found_oldest: first === 1,
        found_newest: last === messageCount,
      },
    });
  });
}

async function fetchSamples(route: Route): Promise<{ answer: APIResponse; body: Answer }> {
  const url = new URL(route.request().url());
  url.searchParams.set('anchor', 'newest');
  url.searchParams.set('num_before', '100');
  url.searchParams.delete('include_anchor');
  const answer = await route.fetch({ url: url.href });
  return { answer, body: (await answer.json()) as Answer };
}
