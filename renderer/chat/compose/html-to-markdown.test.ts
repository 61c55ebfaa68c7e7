/** What is pasted from other programs, as the text of the box. */
import { createDocument } from '@mixmark-io/domino';
import { expect, it } from 'vitest';
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
])('%j becomes %j', (html, markdown) => expect(markdownOf(html, createDocument)).toBe(markdown));
