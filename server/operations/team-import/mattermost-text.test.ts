/** Mattermost's Markdown by cases: what each text becomes. */
import { describe, expect, test } from 'vitest';
import { renderMessage } from '../../markdown/render.ts';
import { testContext } from '../../testing/markdown-context.ts';
import cases from './mattermost-text-cases.json' with { type: 'json' };
import { fromMattermost, type MattermostNames } from './mattermost-text.ts';

const users: Readonly<Record<string, string>> = { ada: 'Ada Okoye', 'bo.lind': 'Bo Lind' };
const names: MattermostNames = {
  user: (name) => (users[name] === undefined ? undefined : `@**${users[name]}**`),
  channel: (name) => (name === 'town-square' ? '#**Town Square**' : undefined),
  isCustomEmoji: (name) => name === 'parrot',
};

describe('the text of posts', () => {
  test.each(cases)('$name', ({ text, markdown }) => {
    expect(fromMattermost(text, names)).toBe(markdown);
  });

  test('is rendered without an error, and no text is too long for it', () => {
    for (const { text } of cases) expect(() => renderMessage(fromMattermost(text, names), testContext)).not.toThrow();
    const long = ['_', '__', '`', '@a.', '~', '![a](', '](', ':a', '__a '].map((part) => part.repeat(100_000));
    for (const text of long) expect(fromMattermost(text, names).length).toBeGreaterThan(0);
  });
});
