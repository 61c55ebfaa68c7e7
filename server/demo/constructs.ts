/** Showcase of message constructs, a message for each kind: one topic to look at in every client, light and dark. */

const fence = '```';

/** More columns than a pane has room for. */
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'Holidays'];

/** Files that the messages show, by the names in `constructs`. */
export const constructFiles = ['oven-roster.png', 'turning.gif', 'turning.webm', 'bell.wav'] as const;

/** @param address of an uploaded file. @returns contents, in the order in which they are said. */
export function constructs(address: (name: (typeof constructFiles)[number]) => string): string[] {
  return [
    '# A heading\n## A smaller one\n###### The smallest\nA paragraph with **bold**, *italic*, ***both***, ~~struck out~~ and `inline code`.\nA line of its own.\n\n---\n\nAfter a ruler.',
    '**注意：**请看这里。**「重要」**です。**Note:**text beside it, ~~(brackets)~~too.',
    '1. Numbers\n  - nest bullets by two spaces\n    - and once more\n2. and go on\n\n- [ ] to do\n- [x] done\n\ntext\n2. A list from two after a line of text\n3. and three',
    `> A quoted line\n> > and a quote in it\n\n${fence}quote\nA quote with a list:\n- one\n- two\n${fence}\n\n>`,
    `${fence}spoiler Who was it? *Guess*\nThe **oven**, in the bakery, with the flour.\n${fence}`,
    `${fence}python\ndef bake(loaves: int = 3) -> list[str]:\n    """Bakes them."""\n    return [f"loaf {n}" for n in range(loaves)]  # warm\n${fence}`,
    `${fence}js\nconst roster = await fetch('/rosters/7'); // null while nobody is on it\nif (!roster.ok) throw new Error(\`No roster: \${roster.status}\`);\n${fence}\n\n${fence}diff\n- ovens: 3\n+ ovens: 4\n${fence}\n\n${fence}\nno language at all\n${fence}`,
    '| Shift | People | Code |\n|:------|:------:|-----:|\n| early | **4** | `a|b` |\n| late | 2 | [roster](https://rosters.example/7) |',
    `| Day |${days.map((day) => ` ${day} |`).join('')}\n|---|${'---|'.repeat(days.length)}\n| early |${' Mihai and Yuki |'.repeat(days.length)}`,
    'Addresses: https://example.com/a_(b_(c_(d)))?x=1: as typed, example.com, ada@example.com, [with a name](https://example.com "and a title"), [](https://example.com/without-a-name), [nowhere]().',
    'Mentions: @**Amara Okafor**, @_**Amara Okafor** silently, @**amara okafor** in any case, #**general**, #**general>Every construct**.',
    'Emoji: :tada: :+1_tone3: :gold: 👩‍💻 🏳️‍🌈 🇪🇺 ❤ and :no_such_emoji:. Times: <time:2026-10-30T09:00:00+02:00>, <time:31 Dec 2026>, <time:someday>.',
    `Formulas: $$e^{i\\pi} + 1 = 0$$ costs $5, and $$\\frac$$ is none.\n\n${fence}math\n\\int_0^\\infty e^{-x^2} dx = \\frac{\\sqrt{\\pi}}{2}\n\na^2 + b^2 = c^2\n${fence}`,
    `A picture: [the roster](${address('oven-roster.png')})`,
    `A moving one: [turning](${address('turning.gif')})`,
    `A film: [turning for four seconds](${address('turning.webm')})`,
    `Sound: [the bell](${address('bell.wav')})`,
    '/me has shown everything',
  ];
}
