/** Generic JSON webhook: a text of its own where it has one, and otherwise the JSON itself. */
import { z } from 'zod';
import { fence, maybeText, type Integration } from './integration.ts';

const textual = z.object({
  content: maybeText,
  text: maybeText,
  topic: maybeText,
  title: maybeText,
});

export const json: Integration = {
  name: 'json',
  displayName: 'JSON',
  hint: 'For programs of your own: "content" is posted as Markdown, under "topic"; any other JSON is shown as it is.',
  format(payload) {
    if (typeof payload === 'string' && payload.trim() !== '') return { topic: 'JSON', content: payload };
    const read = textual.safeParse(payload);
    const said = read.success ? [read.data.content, read.data.text].find((text) => text.trim() !== '') : undefined;
    const topic = read.success ? read.data.topic || read.data.title : '';
    if (said !== undefined) return { topic: topic || 'JSON', content: said };
    const shown = JSON.stringify(payload, null, 2);
    return { topic: topic || 'JSON', content: `${fence(shown)} json\n${shown}\n${fence(shown)}` };
  },
};
