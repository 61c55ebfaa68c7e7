/** Page metadata for previews. */
import { expect, it } from 'vitest';
import { readPageText } from './page-text.ts';

const at = 'https://example.com/a/page';

it('reads Open Graph properties before the usual elements', () => {
  const html = `<html><head><title>Usual</title><meta name="description" content="usual text">
    <meta property="og:title" content="Tom &amp; Jerry&#39;s \\ plan"><meta content='A "quoted" text' property='og:description'>
    <meta property=og:image content=/picture.png></head><body><meta property="og:title" content="late">`;
  expect(readPageText(html, at)).toEqual({
    title: String.raw`Tom & Jerry's \ plan`,
    description: 'A "quoted" text',
    image: 'https://example.com/picture.png',
  });
});

it('takes title and description where there is nothing else, and nothing of a page without a title', () => {
  const html = '<title>\n A &lt;b&gt; \u202Epage </title><meta name="Description" content="text">';
  expect(readPageText(html, at)).toEqual({ title: 'A <b> page', description: 'text', image: null });
  expect(readPageText('<p>no title</p>', at)).toBeNull();
  expect(readPageText('<title> \u200b </title>', at)).toBeNull();
});

it('bounds what is long, and takes no picture of another kind of address', () => {
  const html = `<title>${'long '.repeat(1000)}</title><meta property="og:image" content="javascript:alert(1)">`;
  const read = readPageText(html, at);
  expect([...(read?.title ?? '')].length).toBeLessThanOrEqual(200);
  expect(read?.title).toMatch(/long…$/);
  expect(read?.image).toBeNull();
});

it('reads a page that is made to be slow within a moment', () => {
  const slow = '<meta "'.repeat(40_000) + "<meta content='".repeat(10_000);
  const before = process.cpuUsage().user;
  expect(readPageText(slow, at)).toBeNull();
  expect(process.cpuUsage().user - before).toBeLessThan(5_000_000);
});
