// Warm-up for the first messages after a start: grammars, and the code of every shape of message, run once.

import { prepareUsualGrammars } from './blocks/grammars.ts';
import type { RenderContext } from './context.ts';
import { renderMessage } from './render.ts';

const nobody: RenderContext = {
  findUserByName: () => undefined,
  findUserById: () => undefined,
  findGroupByName: () => undefined,
  findChannelByName: () => undefined,
  findCustomEmoji: () => undefined,
  linkifiers: [],
};

/** A message of each shape but formulas, which few teams write: their library would take 7 MB of a server at rest. */
const shapes = [
  'Some *words*, **bold** and ~~gone~~, with `code` in them\nand a second line.',
  '* one\n  * two\n* three\n\n1. first\n2. second\n\n- [ ] to do',
  'See https://example.com/page and [a page](https://example.com) @**Somebody** #**somewhere>topic** <time:2030-01-01T10:00:00Z>',
  '> quoted\n\n```quote\nquoted\n```\n\n```spoiler Heading\nhidden\n```',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '```js\nconst a = "b";\n```',
  ':tada: 👍',
];

/** Makes rendering ready, in steps of some milliseconds. */
export function* prepareRendering(): Generator<void, void> {
  yield* prepareUsualGrammars();
  for (const shape of shapes) {
    renderMessage(shape, nobody);
    yield;
  }
}
