/** The written conversations: which files hold them, and when those happen that name no day of their own. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFile } from '../file-access.ts';
import type { DemoRandom } from './random.ts';
import { fill, type Texts } from './recurring.ts';
import { readTranscripts, type Transcript } from './script.ts';
import type { ScenarioPlan } from './timeline.ts';
import { planTranscript } from './transcript-plan.ts';

const transcriptsFolder = new URL('./transcripts', import.meta.url);

const written = ['planning', 'engineering', 'releases', 'general', 'random', 'smaller'] as const;
const ticketRounds = 2;

const customers: readonly { customer: string; contact: string }[] = [
  'Café Lindqvist & Daughters/Elin',
  'the clinic on the hill/Dr. Adeyemi',
  'Bakery Schmitt/Renate',
  'Panadería del Sol/Carmen',
  'the ferry office/Kari',
  'Workshop for Prams/Olek',
  'Bakery Novák/Jana',
  'the day clinic/Sister Miriam',
  'Forno Bianco/Luca',
  'Nursery Sunflower/Aylin',
  'Brewery Three Oaks/Tom',
  'the harbour clinic/Ingrid',
  'Bike Repair Wheelhouse/Sanne',
  'Bäckerei Morgenrot/Herr Vogt',
  'the swimming hall/Petra',
  'Tea House Jasmine/Li Na',
  'the library café/Grace',
  'Laundry Whitewater/Babak',
  'Garden Centre Rowan/Niamh',
  'Bakery Haddad/Rima',
  'the night pharmacy/Viktor',
  'Glassworks North/Signe',
  'Bookshop & Coffee/Amit',
  'the animal clinic/Dr. Costa',
  'Pastry Lab/Chloé',
  'Depot Eight/Marek',
  'the ice rink/Timo',
  'Flower Market Hall/Fleur',
  'Bakery Stone Oven/Giorgos',
  'the school kitchen/Mrs. Wanjiru',
  'Print Shop Quarto/Hana',
  'the rescue station/Jo',
  'Bakery Kowal/Ewa',
  'Cheese Dairy Alm/Resi',
  'the blood bank/Nadia',
  'Cinema Aurora/Felix',
].map((pair) => {
  const [customer = '', contact = ''] = pair.split('/');
  return { customer, contact };
});

/** The files of transcripts/, by name. */
export async function readTexts(): Promise<Texts> {
  const folder = fileURLToPath(transcriptsFolder);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt'));
  const texts = new Map(
    await Promise.all(
      names.map(async (name) => [name.slice(0, -4), await readFile(join(folder, name), 'utf8')] as const),
    ),
  );
  return (name) => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`transcripts/${name}.txt is missing`);
    return text;
  };
}

/** Every conversation, the tickets of support once for each of two customers in other words. */
export function readAllTranscripts(texts: Texts): Transcript[] {
  const tickets = Array.from({ length: ticketRounds }, (_, round) => ticketTranscripts(texts('support'), round)).flat();
  return [...written.flatMap((name) => readTranscripts(texts(name))), ...tickets];
}

/** Lines that have a second wording take it in the second round. */
function ticketTranscripts(text: string, round: number): Transcript[] {
  const worded = text
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
