/** Pasted HTML from other programs, as the text of the box. */
import { join } from 'node:path';
import { createDocument } from '@mixmark-io/domino';
import { describe, expect, it } from 'vitest';
import { markdownOf } from './html-to-markdown.ts';

it.each([
  ['<div class="highlight highlight-source-ts"><pre>x</pre></div>', '```ts\nx\n```'],
  [
    "<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span><![endif]>First <b>bold</b><o:p></o:p></p><p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span><![endif]>Second<o:p></o:p></p><p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span><![endif]>Third<o:p></o:p></p><p class=MsoNormal>After</p>",
    '- First **bold**\n   - Second\n- Third\n\nAfter',
  ],
  [
    "<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span><![endif]>One<o:p></o:p></p><p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>a)<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span><![endif]>Sub<o:p></o:p></p><p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>b)<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span><![endif]>Sub b<o:p></o:p></p><p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span><![endif]>Two<o:p></o:p></p>",
    '1. One\n   1. Sub\n   1. Sub b\n2. Two',
  ],
  [
    "<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.2.<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span><![endif]>Deep<o:p></o:p></p><p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>iv.<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span><![endif]>Four<o:p></o:p></p>",
    '2. Deep\n1. Four',
  ],
  ['<details><summary>Sum</summary>body</details>', 'Sum\nbody'],
  ['<p>see https://example.com/a_b_c and <b>bold</b></p>', 'see https://example.com/a_b_c and **bold**'],
  ['<a href="https://e.com/a_b">https://e.com/a_b</a>, <b>x</b>', 'https://e.com/a_b, **x**'],
  ['<a href="https://e.com/x_(y)">the <b>page</b></a>', '[the **page**](https://e.com/x_%28y%29)'],
  ['<b>my_var_name</b>', '**my_var_name**'],
  ['<code>a_b*c</code>', '`a_b*c`'],
  ['<pre><code class="language-js">let a_b = `x`;\n  y</code></pre>', '```js\nlet a_b = `x`;\n  y\n```'],
  ['<pre>a<br>  ```b</pre>', '````\na\n  ```b\n````'],
  ['<!--StartFragment--><b style="font-weight:normal">Hello world</b><!--EndFragment-->', 'Hello world'],
  [
    '<b style="font-weight:normal"><p><span style="font-weight:400">Plain </span><span style="font-weight:700">bold</span></p></b>',
    'Plain **bold**',
  ],
  ['<span style="font-weight:700">bold </span>x', '**bold** x'],
  [
    '<div>Dear <b>all</b>,</div><div>first line</div><div>second line</div><div><br></div><div>Bye</div>',
    'Dear **all**,\nfirst line\nsecond line\n\nBye',
  ],
  ['<div><b>a</b></div><div>&nbsp;</div><div>b</div>', '**a**\n\nb'],
  ['<p>a<br>b</p><p>2*3*4 * 5 # no</p><p># head</p>', 'a\nb\n\n2\\*3\\*4 * 5 # no\n\n\\# head'],
  ['<b>two<br>lines</b>', '**two**\n**lines**'],
  ['<h2><b>Head</b></h2>', '## Head'],
  ['<ul><li><p>a</p></li><ul><li>b</li></ul><li>c<ol><li>d</li></ol></li></ul>', '- a\n   - b\n- c\n  1. d'],
  [
    '<table><tr><td>a*b</td><td><b>x</b> | y</td></tr><tr><td colspan="2">1</td></tr></table>',
    '| a\\*b | **x** \\| y |\n| --- | --- |\n| 1 |  |',
  ],
  ['<b>Hel</b><b>lo</b> <span style="font-weight:700">a</span><strong>b</strong>', '**Hello** **ab**'],
  ['Hi <b>all</b>,<br><br>first<br>second<br>\n<br><br>Bye', 'Hi **all**,\n\nfirst\nsecond\n\nBye'],
  ['<i><b>a</b></i><b><i>b</i></b>', '***a******b***'],
  ['<i>a</i>b<i>c</i><s>d</s><del>e</del>', '*a*b*c*~~de~~'],
  ['<b>ends </b><b>here</b>', '**ends here**'],
  ['<b>ok</b> <img alt="📈" src="x"> <img alt=":tada:" src="y"> <img alt="A picture" src="z">.', '**ok** 📈 :tada: .'],
  ['<a href="https://e.com/"><img alt="The logo" src="z"></a>', '[The logo](https://e.com/)'],
  ['<span style="white-space: pre-wrap">one\ntwo\n\n<b>three</b></span>', 'one\ntwo\n\n**three**'],
  ['<div style="white-space-collapse: preserve">\n<p>a\nb</p>\n<p>c</p>\n</div>', 'a\nb\n\nc'],
  ['<table><tr><td><div>one</div><div>two</div></td></tr></table>', 'one\ntwo'],
  // Excel puts the first mark within the table.
  [
    '<table border=0><!--StartFragment--> <col width=64><tr><td>A1</td><td align=right>1</td></tr><tr><td>B</td><td>&nbsp;</td></tr><!--EndFragment--></table>',
    '| A1 | 1 |\n| --- | --- |\n| B |  |',
  ],
  [
    '<table><caption>Sizes</caption><tr><th rowspan="2">Name</th><th colspan="2">Size</th></tr><tr><th>h</th><th>w</th></tr><tr><td>A</td><td>1</td><td>2</td></tr></table>',
    'Sizes\n\n| Name | Size |  |\n| --- | --- | --- |\n|  | h | w |\n| A | 1 | 2 |',
  ],
  ['<ol><li value="3">c</li><li>d</li></ol><ol start="9"><li>i</li><li>j</li></ol>', '3. c\n4. d\n\n9. i\n10. j'],
  // Slack writes levels beside one another.
  [
    '<ul data-indent="0"><li>a</li></ul><ul data-indent="1"><li>b</li></ul><ol data-indent="2"><li>c</li></ol><ul data-indent="1"><li>d</li></ul><ul data-indent="0"><li>e</li></ul>',
    '- a\n  - b\n    1. c\n  - d\n- e',
  ],
  [
    '<span class="katex"><span class="katex-mathml"><math><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math></span><span class="katex-html">x2</span></span> is',
    '$$x^2$$ is',
  ],
  ['<div class="codehilite" data-code-language="Python"><pre><code>a\tb</code></pre></div>', '```python\na\tb\n```'],
  ['<p>write &amp;nbsp; here</p>', 'write &#38;nbsp; here'],
  ['<b>C:\\</b> <i>*</i>', '**C:&#92;** *\\**'],
  ['<a href="https://e.com">a]b [c] `d`</a>', '[a\\]b \\[c\\] \\`d\\`](https://e.com)'],
  ['<a href="https://e.com"><code>a[0]</code> [</a>', '[`a[0]` \\[](https://e.com)'],
  ['<h1>C #</h1>', '# C \\#'],
  ['a<i>b.</i>c <i>d.</i> e', 'ab.c *d.* e'],
])('%j becomes %j', (html, markdown) => expect(markdownOf(html, createDocument)).toBe(markdown));

describe('the server shows the text that was copied for', async () => {
  // Of another project, and found by their paths.
  const server = join(import.meta.dirname, '../../../server');
  const { renderMessage } = (await import(/* @vite-ignore */ join(server, 'markdown/render.ts'))) as {
    renderMessage: (content: string, context: unknown) => { html: string };
  };
  const { testContext } = (await import(/* @vite-ignore */ join(server, 'testing/markdown-context.ts'))) as {
    testContext: unknown;
  };
  const read = (html: string) => {
    const { body } = createDocument(html);
    const bold = Array.from(body.querySelectorAll('b, strong'), ({ textContent }) => textContent?.trim());
    return { text: body.textContent?.replaceAll(/\s+/g, ''), bold };
  };

  it.each([
    String.raw`<p>C:\Users\*.txt and \\server\share and \* ends with \</p>`,
    String.raw`<b>C:\</b> and <b>D:\\</b> x`,
    '<p>日本<b>「語」</b>です</p><p><b>提示：</b>请看 <b>"q"</b>x y<b>(a)</b>z</p>',
    '<p>snake_case and __dunder__ and _x_ #x ! ~~ b ~~ ~z~</p>',
    '<p>* * *</p><p>***</p><p>* a</p><p>a * b * c 2*3*4 x**y**z</p>',
    '<b>*</b> <b>a**b</b> <b>x</b>*y* <s>a~~b</s>',
    '<p>+1 good</p><p>+ good</p><p>a<br>- b<br># c<br>---</p><p>~~~ x</p><p>```</p>',
    '<p>[x](y) ![x](y) [x][y] <a href="https://e.com">[z](y)</a> <a href="https://e.com/a*b">a]b</a></p>',
    '<p>&lt;b&gt;hi&lt;/b&gt; &amp;amp; &amp;lt; &amp;copy;</p>',
    '<blockquote>&gt; x</blockquote><p>&gt;&gt;&gt; print(1)</p>',
    '<h1>C #</h1><h2>A # B</h2>',
  ])('%s', (html) =>
    expect(read(renderMessage(markdownOf(html, createDocument), testContext).html)).toEqual(read(html)),
  );
});
