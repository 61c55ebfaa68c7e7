/** Bare addresses in text of every script: which part of it is the address, in rows of text and expected links. */
import { expect, it } from 'vitest';
import { testContext } from '../testing/markdown-context.ts';
import { renderMessage } from './render.ts';

/** The links of a message, with their texts as typed. */
const linksOf = (text: string): string[] =>
  [...renderMessage(text, testContext).html.matchAll(/<a href="[^"]*">([^<]*)<\/a>/g)].map(([, shown]) =>
    (shown ?? '').replaceAll('&amp;', '&'),
  );

const root = 'https://a.example/';
const page = 'https://a.example/docs/x';
const folder = 'https://a.example/docs/';

it.each([root, page, folder, `${page}?a=1&b=2`, `${page}#part`, 'https://a.example:8080', `${root}%E6%97%A5%E6%9C%AC`])(
  'ends %s at marks, quotation marks and arrows of any script',
  (address) => {
    for (const behind of '。 、 「次」 」を 』 】 〉 》 ） ］ ｝ ！ ？ ， ． ： ； … …… ‥ “x” ”と ’ » › ｡ ｣ ～ 〜 ｜x ／x → —— ، ؛ ؟ । •'.split(
      ' ',
    ))
      expect([behind, linksOf(`${address}${behind}`)]).toEqual([behind, [address]]);
    for (const behind of ['。次は/docs/yです', '」と書いた.html', '）／https://b.example/y'])
      expect([behind, linksOf(`${address}${behind}`)[0]]).toEqual([behind, address]);
    for (const [before, behind] of ['「」', '（）', '“”', '‘’', '«»', '【】', '《》', '()', '""', "''", '[]', '<>'].map(
      (pair) => [...pair],
    ))
      expect([before, linksOf(`見て${before}${address}${behind}です`)]).toEqual([before, [address]]);
  },
);

it.each([root, page, folder, `${page}.`, `${page}!`, `${page}_(b)`, `${page}/%E6%97%A5`, `${page}?a=1`])(
  'ends %s before words that continue a sentence',
  (address) => {
    const behind =
      'を見て です でした。 に行く は便利 が開く のページ で確認して から まで って という 请看 的内容 可以打开 을 를 에서 입니다 ครับ และ'.split(
        ' ',
      );
    for (const words of behind) {
      const expected = address.replace(/[.!]$/, '');
      expect([words, linksOf(`${address}${words}`)]).toEqual([words, [expected]]);
      expect([words, linksOf(`**${address}**${words}`)]).toEqual([words, [expected]]);
      expect([words, linksOf(`${address}${words}、${root}y`)]).toEqual([words, [expected, `${root}y`]]);
    }
  },
);

it.each([
  'https://ja.example/wiki/日本語',
  'https://ja.example/日本語',
  'https://ja.example/wiki/ひらがな',
  'https://ja.example/wiki/にほん',
  'https://ja.example/wiki/東京_(曖昧さ回避)',
  'https://ja.example/s?q=日本',
  'https://ja.example/#概要',
  'https://zh.example/wiki/中国',
  'https://zh.example/首页',
  'https://zh.example/下载/文件.zip',
  'https://ko.example/wiki/서울',
  'https://ko.example/이용안내',
  'https://th.example/ประเทศไทย',
  'https://a.example/2024年報告.pdf',
  'https://a.example/を使う/index.html',
  'https://a.example/überx',
  'https://ru.example/wiki/Москва',
  'https://ar.example/wiki/مصر',
  'https://ja.example/%E6%97%A5%E6%9C%AC%E8%AA%9E/x',
])('keeps %s whole', (address) => {
  expect(linksOf(address)).toEqual([address]);
  expect(linksOf(`${address}。`)).toEqual([address]);
  expect(linksOf(`「${address}」`)).toEqual([address]);
});

it.each([
  ['ann@example.comさんへ', ['ann@example.com']],
  ['連絡先はann.bee+x@mail.example.comです', ['ann.bee+x@mail.example.com']],
  ['请联系ann@example.com。', ['ann@example.com']],
  ['메일은 ann@example.com으로', ['ann@example.com']],
  ['ann@example.comとben@example.orgへ', ['ann@example.com', 'ben@example.org']],
  ['𠮷ann@example.com𠮷', ['ann@example.com']],
  ['メール（ann@example.com）', ['ann@example.com']],
  ['ann@example.com/さん', []],
])('reads the mail addresses of %s', (text, addresses) => expect(linksOf(text)).toEqual(addresses));
