/** Slack's text by cases: what each message becomes. */
import { describe, expect, test } from 'vitest';
import { renderMessage } from '../../markdown/render.ts';
import { testContext } from '../../testing/markdown-context.ts';
import cases from './slack-text-cases.json' with { type: 'json' };
import { slackContent, slackNames, topicNames, type TextContext } from './slack-text.ts';

const aliases: Readonly<Record<string, string>> = { bird: 'parrot', yes: '+1' };
const context: TextContext = {
  references: {
    user: (id) => (id === 'U1' ? '@**Ada**' : undefined),
    channel: (id) => (id === 'C1' ? '#**general**' : undefined),
    group: (id) => (id === 'S1' ? '@*support*' : undefined),
  },
  nameOf: (id) => ({ U1: 'Ada', U9: 'Gone', C1: 'general' })[id],
  emojiNamed: (name) => aliases[name] ?? name,
  isCustomEmoji: (name) => name === 'parrot',
};

describe('the text of messages', () => {
  test.each(cases)('$name', ({ message, markdown }) => {
    expect(slackContent(message, slackNames(context, new Set()))).toBe(markdown);
  });

  test('is rendered without an error, and names whom it mentions', () => {
    const mentioned = new Set<string | number>();
    const texts = cases.map(({ message }) => slackContent(message, slackNames(context, mentioned)));
    for (const text of texts) expect(() => renderMessage(text, testContext)).not.toThrow();
    expect([...mentioned]).toEqual(['U1']);
  });

  test('names references in a topic by their names', () => {
    const text = '<@U1>: see <#C1|general> & <@U7|old>';
    expect(slackContent({ text }, topicNames(context))).toBe('@Ada: see #general & @U7');
  });
});
