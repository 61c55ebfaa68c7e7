/** The blocks of Slack's messages as Markdown. A kind of block that has no form here is named in the text, so that it is missed. */
import { z } from 'zod';
import { code, link, maybeText, oneLine, quiet } from './integration.ts';
import { fromMarkup, fromPlain } from './slack-markup.ts';
import { fromRichText } from './slack-rich-text.ts';

const textObject = z.union([
  z.string().transform((text) => ({ text, type: '' })),
  z.object({ text: maybeText, type: maybeText }),
]);
const maybeObject = textObject.nullish().catch(null);
const button = z.object({ type: z.literal('button'), text: textObject, url: maybeText });
const cell = z.looseObject({
  type: maybeText,
  text: maybeText,
  value: maybeText,
  elements: z.array(z.unknown()).nullish(),
});
const block = z.object({
  type: z.string(),
  text: textObject.nullish(),
  fields: z.array(textObject).max(100).nullish(),
  elements: z
    .array(z.looseObject({ type: z.string(), text: z.unknown().optional() }))
    .max(100)
    .nullish(),
  accessory: z.unknown().optional(),
  image_url: maybeText,
  slack_file: z.object({ url: maybeText }).nullish().catch(null),
  alt_text: maybeText,
  title: maybeObject,
  title_url: maybeText,
  video_url: maybeText,
  description: maybeObject,
  author_name: maybeText,
  provider_name: maybeText,
  external_id: maybeText,
  rows: z.array(z.array(cell).max(100)).max(1000).nullish(),
  caption: maybeObject,
});
type Block = z.infer<typeof block>;
type TextObject = z.infer<typeof textObject>;

export const blocksOf = z.array(block).max(100).nullish();

/** @returns what blocks show, each a part; and a sentence for each kind that is not shown. */
export function fromBlocks(blocks: readonly Block[]): { shown: string[]; missing: string[] } {
  const shown: string[] = [];
  const missing = new Set<string>();
  for (const one of blocks) {
    const form = entry(one.type);
    const text = (form ?? generic)(one);
    if (text !== '') shown.push(text);
    else if (form === undefined) missing.add(`*A block of the type ${code(one.type) || 'unknown'} is not shown here.*`);
  }
  return { shown, missing: [...missing] };
}

/** A button leads somewhere, or does something that only Slack can do: then it is left out. */
export function buttonText(one: unknown): string {
  const read = button.safeParse(one);
  return read.success && /^https?:/.test(read.data.url) ? link(fromPlain(read.data.text.text), read.data.url) : '';
}

const textOf = (one: TextObject | null | undefined): string =>
  one?.type === 'plain_text' ? fromPlain(one.text) : fromMarkup(one?.text ?? '');
const inRow = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
const inLines = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

const forms: Readonly<Record<string, (one: Block) => string>> = {
  divider: () => '---',
  header: ({ text }) => `## ${oneLine(fromPlain(text?.text ?? ''))}`,
  image: ({ title, alt_text: alt, image_url: url, slack_file: file }) => {
    const address = url || (file?.url ?? '');
    return inLines([textOf(title), link(alt || address, address)]);
  },
  rich_text: ({ elements }) => fromRichText(elements ?? []),
  // This one holds Markdown, not Slack's markup.
  markdown: ({ text }) => quiet(text?.text ?? '').trim(),
  context: ({ elements }) => inRow((elements ?? []).map((each) => textOf(textObject.safeParse(each).data))),
  actions: ({ elements }) => inRow((elements ?? []).map(buttonText)),
  section: ({ text, fields, accessory }) =>
    inLines([textOf(text), ...(fields ?? []).map(textOf), buttonText(accessory)]),
  video: videoText,
  file: ({ external_id: id }) => (id === '' ? '' : `File ${code(id)}`),
  table: tableText,
  data_table: tableText,
};

const entry = (type: string): ((one: Block) => string) | undefined =>
  Object.hasOwn(forms, type) ? forms[type] : undefined;

/** Of a block that is newer than this list: the fields that most blocks have. */
const generic = ({ title, text, description, fields }: Block): string =>
  inLines([textOf(title), textOf(text), textOf(description), ...(fields ?? []).map(textOf)]);

function videoText({ title, title_url: at, video_url: video, alt_text: alt, description, ...by }: Block): string {
  const from = [by.author_name, by.provider_name].filter((part) => part !== '').map((part) => oneLine(part));
  const name = link(textOf(title) || alt || 'Video', at || video);
  return inLines([`🎬 ${name}${from.length === 0 ? '' : ` (${from.join(', ')})`}`, textOf(description)]);
}

/** The first row is the header. */
function tableText({ rows, caption }: Block): string {
  const lines = (rows ?? []).map((row) => row.map(cellText));
  const width = Math.max(0, ...lines.map((row) => row.length));
  if (width === 0) return textOf(caption);
  const asRow = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_none, at) => cells[at] ?? '').join(' | ')} |`;
  const [head = [], ...body] = lines;
  const table = [asRow(head), `|${' --- |'.repeat(width)}`, ...body.map(asRow)].join('\n');
  return [textOf(caption), table].filter((part) => part !== '').join('\n\n');
}

function cellText({ type, text, value, elements }: z.infer<typeof cell>): string {
  const made = type === 'rich_text' ? fromRichText(elements ?? []) : fromPlain(text || value);
  return made
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', String.raw`\|`)
    .trim();
}
