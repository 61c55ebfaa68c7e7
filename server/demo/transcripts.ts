/** The written conversations: which files have them, and when those happen that name no day of their own. */
import type { DemoRandom } from './random.ts';
import { fill } from './recurring.ts';
import { readTranscripts, type Transcript } from './script.ts';
import type { DemoTexts } from './texts.ts';
import type { ScenarioPlan } from './timeline.ts';
import { planTranscript } from './transcript-plan.ts';

const written = ['planning', 'engineering', 'releases', 'general', 'random', 'smaller'] as const;
const ticketRounds = 2;

/** Every conversation, the tickets of support once for each of two customers in other words. */
export function readAllTranscripts(texts: DemoTexts): Transcript[] {
  const tickets = Array.from({ length: ticketRounds }, (_, round) => ticketTranscripts(texts, round)).flat();
  return [...written.flatMap((name) => readTranscripts(texts.file(name))), ...tickets];
}

/** Lines that have a second wording take it in the second round. */
function ticketTranscripts(texts: DemoTexts, round: number): Transcript[] {
  const customers = texts.pairs('customers').map(({ name, description }) => ({ customer: name, contact: description }));
  const worded = texts
    .file('support')
    .split('\n')
    .map((line) => (line.includes(' || ') ? chosen(line, round) : line))
    .join('\n');
  const parts = worded.split(/^(?=## )/m).filter((part) => part.startsWith('## '));
  return parts.flatMap((part, index) => {
    const number = round * parts.length + index;
    const values = { ...customers[number % customers.length], ticket: 2104 + number * 7, plan: 119 + (number % 40) };
    return readTranscripts(
      part
        .split('\n')
        .map((line) => fillLine(line, values))
        .join('\n'),
    );
  });
}

function chosen(line: string, round: number): string {
  const [, who = '', said = ''] = /^([a-z]+> )?(.*)$/.exec(line) ?? [];
  const wordings = said.split(' || ');
  return `${who}${wordings[round % wordings.length] ?? said}`;
}

/** Fills a line behind the name of its speaker, which stays in small letters. */
function fillLine(line: string, values: Record<string, string | number>): string {
  const [, who = '', said = ''] = /^([a-z]+> )?(.*)$/.exec(line) ?? [];
  return who === ''
    ? line.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => String(values[name] ?? whole))
    : `${who}${fill(said, values)}`;
}

/** Those with a day happen on it; the others follow each other over all working days. */
export function planTranscripts(plan: ScenarioPlan, transcripts: readonly Transcript[]): void {
  const { calendar, random } = plan;
  const free = transcripts.filter((transcript) => transcript.at === undefined);
  for (const transcript of transcripts) {
    const place = free.indexOf(transcript);
    const back = transcript.at?.workdaysBack ?? backOf(place, free.length, calendar.workdays.length);
    planTranscript(plan, transcript, calendar.at(back, transcript.at?.minute ?? freeMinute(random)));
  }
}

const backOf = (place: number, count: number, days: number): number =>
  Math.max(0, days - 2 - Math.floor((place * (days - 2)) / count));
const freeMinute = (random: DemoRandom): number => 8 * 60 + random.whole(5 * 60);
