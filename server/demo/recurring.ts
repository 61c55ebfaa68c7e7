/**
 * Recurring conversations of an office, in varying words: check-ins, the support queue, lunch, builds, the report of
 * the night shift, handing over the phone. The words are in transcripts/*.txt; here is who says them, when, and with what numbers.
 */
import { minuteMs } from '../durations.ts';
import { weekdayName, weekNumber } from './calendar.ts';
import type { PersonKey, SpeakerKey } from './cast.ts';
import { correct, withSlip } from './edits.ts';
import { Deck } from './random.ts';
import { pools, several } from './script.ts';
import type { DemoTexts } from './texts.ts';
import type { ScenarioPlan } from './timeline.ts';
import { planLine, type Spot } from './transcript-plan.ts';

type Values = Record<string, string | number>;

const channel = (name: string, topic: string): Spot => ({ channel: name, topic, people: [] });

/** Puts values into "{name}" places; every sentence begins with a capital letter. */
export function fill(text: string, values: Values): string {
  const filled = text.replaceAll(/\{([a-z0-9]+)\}/gi, (whole, name: string) => String(values[name] ?? whole));
  return filled.replaceAll(
    /(^|[\p{L}*)][.!?] )(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

/** Says one of the day's sentences; now and then with a slip of the keyboard that is put right a minute later. */
function say(
  plan: ScenarioPlan,
  spot: Spot,
  who: SpeakerKey,
  text: string,
  atMs: number,
  reaction?: [string, PersonKey[]],
): void {
  const { random, timeline, seeder } = plan;
  const reactions = reaction === undefined ? [] : [{ emoji: reaction[0], by: reaction[1] }];
  const line = { who, text, isNextDay: false, reactions, starredBy: [], votes: [], file: undefined };
  const slip = who !== 'build' && random.chance(0.03) ? withSlip(text, random) : null;
  if (slip === null) return planLine(plan, spot, line, atMs);
  let id = 0;
  planLine(plan, spot, { ...line, text: slip }, atMs, (sent) => {
    id = sent;
  });
  timeline.add(atMs + 70_000, () => correct(seeder, who, id, seeder.texts.written(text)));
}

/** Decks of a file of sentences, by section. */
function decks(plan: ScenarioPlan, text: string): (section: string) => string {
  const all = new Map([...pools(text)].map(([title, lines]) => [title, new Deck(lines, plan.random)]));
  return (section) => {
    const deck = all.get(section);
    if (deck === undefined) throw new Error(`no sentences for ${section}`);
    return deck.deal();
  };
}

/** Everyone who builds says what they are at: each task takes three days. */
export function planCheckIns(plan: ScenarioPlan, texts: DemoTexts): void {
  const { calendar, random } = plan;
  const phrase = decks(plan, texts.file('checkin'));
  const spot = channel('planning', texts.text('topics', 'check-in'));
  const tasks = [...pools(texts.file('tasks'))].map(([who, list]) => ({ who: who as PersonKey, list }));
  for (let back = 41; back >= 0; back -= 1) {
    const day = 41 - back;
    for (const [seat, { who, list }] of tasks.entries()) {
      if (random.chance(0.04)) continue;
      const index = Math.floor((day + seat) / 3) % list.length;
      const section = ['first', 'middle', 'last'][(day + seat) % 3] ?? 'middle';
      const helper = random.pick(tasks.filter((other) => other.who !== who)).who;
      const values = {
        task: list[index] ?? '',
        prev: list.at(index - 1) ?? '',
        helper,
        ticket: 2101 + random.whole(200),
      };
      const atMs = calendar.at(back, 6 * 60 + 50 + seat * 11) + random.whole(9 * 60) * 1000;
      say(plan, spot, who, fill(several(phrase(section)), { ...values, helper: `@${helper}` }), atMs);
      if (random.chance(0.33))
        say(plan, spot, helper, `@${who} ${fill(phrase('reply'), values)}`, atMs + (3 + random.whole(15)) * minuteMs);
    }
  }
}

/** The support queue: numbers in the morning, who takes what, a word from engineering, numbers in the evening. */
export function planQueue(plan: ScenarioPlan, texts: DemoTexts): void {
  const { calendar, random } = plan;
  const phrase = decks(plan, texts.file('queue'));
  const spot = channel('support', texts.text('topics', 'queue'));
  for (let back = 41; back >= 0; back -= 1) {
    const number = (limit: number): number => 1 + random.whole(limit);
    const ticket = 2101 + (41 - back) * 6 + random.whole(6);
    const developer = random.pick(['priya', 'ewan', 'daniel'] as const);
    const values = {
      new: number(9),
      open: 14 + random.whole(20),
      closed: 4 + number(9),
      age: 2 + number(6),
      ticket,
      ticket2: ticket - number(9),
      dev: developer,
      a: number(4),
      b: 4 + number(6),
      c: number(3),
      d: 2 + number(5),
      e: number(2),
      f: number(4),
      g: number(3),
      h: 1 + number(4),
    };
    const [first, second] = random.chance(0.6) ? (['fatima', 'lucia'] as const) : (['lucia', 'fatima'] as const);
    const words = (section: string, helper: string): string =>
      fill(several(phrase(section)), { ...values, dev: developer, helper });
    say(plan, spot, first, words('morning', second), calendar.at(back, 7 * 60 + random.whole(12)));
    say(plan, spot, second, words('take', first), calendar.at(back, 7 * 60 + 15 + random.whole(20)));
    if (random.chance(0.85))
      say(plan, spot, developer, words('dev', first), calendar.at(back, 9 * 60 + random.whole(200)));
    if (random.chance(0.85))
      say(
        plan,
        spot,
        first,
        words('evening', second),
        calendar.at(back, 15 * 60 + 30 + random.whole(40)),
        random.chance(0.3) ? ['clap', [second]] : undefined,
      );
  }
}

const lunchers: readonly PersonKey[] = ['jonas', 'lucia', 'ewan', 'daniel', 'amara', 'tomas'];

/** Lunch: someone names a place, the others come or do not, and someone says how it was. */
export function planLunch(plan: ScenarioPlan, texts: DemoTexts): void {
  const { calendar, random } = plan;
  const phrase = decks(plan, texts.file('lunch'));
  for (let back = 41; back >= 0; back -= 1) {
    const atMs = calendar.at(back, 9 * 60 + 20 + random.whole(40));
    const spot = channel('lunch', fill(texts.text('topics', 'lunch'), { number: weekNumber(calendar.asIf(atMs)) }));
    const [place = '', dish = ''] = phrase('places').split(' | ');
    const [place2 = ''] = phrase('places').split(' | ');
    const values = { place, dish, place2, weekday: weekdayName(calendar.asIf(atMs), texts.language) };
    const table = new Deck(lunchers, random);
    const host = table.deal();
    const guests = Array.from({ length: 2 + random.whole(3) }, () => table.deal());
    say(plan, spot, host, fill(phrase('open'), values), atMs, ['yum', guests.slice(0, random.whole(3))]);
    for (const [index, guest] of guests.entries())
      say(
        plan,
        spot,
        guest,
        fill(phrase(index === guests.length - 1 ? 'no' : 'yes'), values),
        atMs + (2 + index * 4 + random.whole(4)) * minuteMs,
      );
    if (random.chance(0.8))
      say(
        plan,
        spot,
        guests[0] ?? host,
        fill(phrase('after'), values),
        calendar.at(back, 11 * 60 + 30 + random.whole(50)),
      );
  }
}

/** The build bot reports; a failed build finds someone who feels at fault. */
export function planBuilds(plan: ScenarioPlan, texts: DemoTexts): void {
  const { calendar, random } = plan;
  const phrase = decks(plan, texts.file('builds'));
  const spot = channel('engineering', texts.text('topics', 'builds'));
  let build = 1411;
  for (let back = 41; back >= 0; back -= 1) {
    const times = [5 * 60, 8 * 60, 10 * 60 + 30, 13 * 60, 14 * 60 + 30].map((minute) =>
      calendar.at(back, minute + random.whole(70)),
    );
    for (const [index, atMs] of times.entries()) {
      build += 1;
      const values = {
        build,
        branch: phrase('branch'),
        failing: phrase('failing'),
        file: phrase('file'),
        line: 12 + random.whole(180),
        commit: random.hex(5),
        minutes: 2 + random.whole(3),
        seconds: 10 + random.whole(49),
        tests: 1240 + (41 - back) * 4,
        units: 790 + (41 - back) * 4,
        coverage: `9${random.whole(6)}.${random.whole(10)}`,
        size: 402 + random.whole(9),
        delta: `${random.chance(0.5) ? '+' : '-'}${1 + random.whole(4)}`,
        slow: 18 + random.whole(32),
      };
      const section = index === 0 ? 'nightly' : random.chance(0.14) ? 'failed' : 'passed';
      say(plan, spot, 'build', fill(several(phrase(section)), values), atMs);
      if (section === 'failed')
        say(
          plan,
          spot,
          random.pick(['priya', 'ewan', 'daniel'] as const),
          phrase('comment'),
          atMs + (4 + random.whole(20)) * minuteMs,
        );
    }
  }
}

/** The baker's report of the night with an answer, and the phone that goes from one to the other. */
export function planNights(plan: ScenarioPlan, texts: DemoTexts): void {
  const { calendar, random } = plan;
  const phrase = decks(plan, texts.file('nights'));
  for (let back = 33; back >= 0; back -= 1) {
    if (random.chance(0.1)) continue;
    const atMs = calendar.at(back, 5 * 60 + random.whole(50));
    const spot = channel('pilot-bakeries', texts.text('topics', 'night'));
    say(
      plan,
      spot,
      'sofia',
      phrase('report'),
      atMs,
      random.chance(0.4) ? ['bread', [random.pick(['fatima', 'lucia', 'tomas'] as const)]] : undefined,
    );
    if (random.chance(0.8))
      say(
        plan,
        spot,
        random.pick(['lucia', 'fatima', 'tomas', 'yuki'] as const),
        phrase('answer'),
        atMs + (70 + random.whole(60)) * minuteMs,
      );
  }
  for (let back = 40; back >= 0; back -= 1) {
    const [from, to]: [PersonKey, PersonKey] = back % 2 === 0 ? ['fatima', 'lucia'] : ['lucia', 'fatima'];
    const spot = { channel: null, topic: '', people: [from, to] };
    const atMs = calendar.at(back, 10 * 60 + 40 + random.whole(200));
    say(
      plan,
      spot,
      from,
      fill(phrase('handover'), { open: 12 + random.whole(20), ticket: 2101 + random.whole(240) }),
      atMs,
    );
    say(plan, spot, to, phrase('taken'), atMs + (2 + random.whole(20)) * minuteMs);
  }
}
