/** The blocks of Slack's messages as Markdown. A kind of block that has no form here is named in the text, so that it is missed. */
import { z } from 'zod';
import { code, link, markedLink, maybeText, oneLine, plain, quiet } from './integration.ts';
import { fromMarkup, fromPlain, namesAsText, type SlackNames } from './slack-markup.ts';
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
export function fromBlocks(blocks: readonly Block[], names = namesAsText): { shown: string[]; missing: string[] } {
  const shown: string[] = [];
  const missing = new Set<string>();
  for (const one of blocks) {
    const form = entry(one.type);
    const text = (form ?? generic)(one, names);
    if (text !== '') shown.push(text);
    else if (form === undefined) missing.add(`*A block of the type ${code(one.type) || 'unknown'} is not shown here.*`);
  }
  return { shown, missing: [...missing] };
}

/** A button leads somewhere, or does something that only Slack can do: then it is left out. */
export function buttonText(one: unknown): string {
  const read = button.safeParse(one);
  return read.success && /^https?:/.test(read.data.url)
    ? markedLink(fromPlain(read.data.text.text), read.data.url)
    : '';
}

const textOf = (one: TextObject | null | undefined, names: SlackNames): string =>
  one?.type === 'plain_text' ? fromPlain(one.text, names) : fromMarkup(one?.text ?? '', names);
const inRow = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
const inLines = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

const forms: Readonly<Record<string, (one: Block, names: SlackNames) => string>> = {
  divider: () => '---',
  header: ({ text }, names) => `## ${oneLine(fromPlain(text?.text ?? '', names))}`,
  image: ({ title, ...picture }, names) => inLines([textOf(title, names), pictureText(picture)]),
  rich_text: ({ elements }, names) => fromRichText(elements ?? [], names),
  // This one holds Markdown, not Slack's markup.
  markdown: ({ text }) => quiet(text?.text ?? '').trim(),
  context: ({ elements }, names) =>
    inRow((elements ?? []).map((each) => textOf(textObject.safeParse(each).data, names) || accessoryText(each))),
  actions: ({ elements }) => inRow((elements ?? []).map(buttonText)),
  section: ({ text, fields, accessory }, names) =>
    inLines([textOf(text, names), ...(fields ?? []).map((each) => textOf(each, names)), accessoryText(accessory)]),
  video: videoText,
  file: ({ external_id: id }) => (id === '' ? '' : `File ${code(id)}`),
  table: tableText,
  data_table: tableText,
};

/** A link to a picture, by what is said of it. */
function pictureText({ alt_text: alt, image_url: url, slack_file: file }: Omit<Block, 'title' | 'type'>): string {
  const address = url || (file?.url ?? '');
  return link(alt || address, address);
}

/** What is beside a text: a picture, or a button. */
function accessoryText(one: unknown): string {
  const { data } = block.safeParse(one);
  return data?.type === 'image' ? pictureText(data) : buttonText(one);
}

const entry = (type: string): ((one: Block, names: SlackNames) => string) | undefined =>
  Object.hasOwn(forms, type) ? forms[type] : undefined;

/** Of a block that is newer than this list: the fields that most blocks have. */
const generic = ({ title, text, description, fields }: Block, names: SlackNames): string =>
  inLines([title, text, description, ...(fields ?? [])].map((each) => textOf(each, names)));

function videoText(
  { title, title_url: at, video_url: video, alt_text: alt, description, ...by }: Block,
  names: SlackNames,
): string {
  const from = [by.author_name, by.provider_name].filter((part) => part !== '').map(plain);
  const name = markedLink(textOf(title, names) || plain(alt) || 'Video', at || video);
  return inLines([`🎬 ${name}${from.length === 0 ? '' : ` (${from.join(', ')})`}`, textOf(description, names)]);
}

/** The first row is the header. */
function tableText({ rows, caption }: Block, names: SlackNames): string {
  const lines = (rows ?? []).map((row) => row.map((each) => cellText(each, names)));
  const width = Math.max(0, ...lines.map((row) => row.length));
  if (width === 0) return textOf(caption, names);
  const asRow = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_none, at) => cells[at] ?? '').join(' | ')} |`;
  const [head = [], ...body] = lines;
  const table = [asRow(head), `|${' --- |'.repeat(width)}`, ...body.map(asRow)].join('\n');
  return [textOf(caption, names), table].filter((part) => part !== '').join('\n\n');
}

function cellText({ type, text, value, elements }: z.infer<typeof cell>, names: SlackNames): string {
  const made = type === 'rich_text' ? fromRichText(elements ?? [], names) : fromPlain(text || value, names);
  return made
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', String.raw`\|`)
    .trim();
}
