/** Texts that renderers, columns and buffers trip over: topic and content. */

export const plainest = 'Nothing else happened.';

const fence = '```';
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(8);
const table = [
  '| Left | Middle | Right |',
  '|:-----|:------:|------:|',
  ...Array.from({ length: 30 }, (_, row) => `| row ${row} | ${'cell '.repeat(row % 9)} | ${row * 1000} |`),
].join('\n');
const deepList = Array.from({ length: 12 }, (_, depth) => `${'  '.repeat(depth)}* level ${depth + 1}`).join('\n');
const deepQuote = `${'>'.repeat(8)} Quoted eight times.`;
const letters = 'The quick brown fox jumps over the lazy dog. ';

export const edgeTexts: readonly (readonly [topic: string, content: string])[] = [
  ['Huge', `${letters.repeat(Math.ceil(10_000 / letters.length)).slice(0, 9990)} The end.`],
  ['Long word', longWord],
  ['Long link', `https://example.com/${'segment/'.repeat(100)}?query=${'value&'.repeat(100)}`],
  ['Code', `${fence}python\n${'print("a very long line of code that does not wrap " * 8)\n'.repeat(40)}${fence}`],
  ['Code', `${fence}\n${fence.slice(1)} two backticks inside\n${fence}`],
  ['Table', table],
  ['Lists', deepList],
  ['Lists', '1. one\n1. one again\n7. seven\n\n* [ ] not a task\n- dash\n+ plus'],
  ['Quotes', deepQuote],
  ['Quotes', `${fence}quote\nQuoted **bold** and\n${fence}spoiler Hidden *in a quote*\nHere.\n${fence}\n${fence}`],
  ['Spoiler', `${fence}spoiler\nA spoiler without a title.\n${fence}`],
  ['Mathematics', `$$\\int_0^\\infty e^{-x^2} dx = \\frac{\\sqrt{\\pi}}{2}$$ and a broken one: $$\\frac{$$`],
  ['Time', 'Meeting <time:2026-10-30T09:00:00+02:00>, and a broken one: <time:tomorrow>'],
  ['Emoji', ':tada: :no_such_emoji: 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇪🇺 👍🏿 ☺︎ ☺️'],
  ['Emoji', '👍'.repeat(500)],
  ['Directions', 'English ‮reversed by an override‬ and back, العربية, עברית, English again: (a) [b] {c}.'],
  ['Directions', 'مرحبا **بالعالم** `code` https://example.com/مسار #**general** :tada:'],
  ['Invisible', 'zero\u200bwidth\u200cspaces\u200dand\u2060joiners\ufeffhere, soft\u00adhyphen, nbsp\u00a0here'],
  ['Combining', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞'],
  ['Markup', '<script>alert(1)</script> <img src=x onerror=alert(1)> &lt;b&gt; [link](javascript:alert(1))'],
  ['Markup', '**bold *both*** __under__ ~~gone~~ ***all*** `` ` `` \\*escaped\\*'],
  [
    'Mentions',
    '@**Amara Okafor** @_**Amara Okafor** @**Nobody At All** @*level-6* @*empty-group* @**|1** #**no-such-channel**',
  ],
  ['Me', '/me leaves the room'],
  ['Poll', '/poll Which?\nThis one\nThat one\nA very long option that goes on and on and does not want to end at all'],
  ['Todo', '/todo Things\nWater the plants\nFeed the bees'],
  ['White space', '   three spaces before\n\n\n\nfour line breaks, a tab:\t, and two spaces at the end  '],
  ['Plain', plainest],
  ['Numbers', '#1234 PLAN-7 00:00 1e309 -0 0x1F 12345678901234567890'],
];
