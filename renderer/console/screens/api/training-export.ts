/** A training on paper: requests, answers and events as one HTML page or as Markdown, with nothing outside of it. Pure. */
import type { ActivityEntry, EventEntry, RequestEntry } from '../../activity/activity.ts';
import { indented } from '../../api-calls/call.ts';
import { snippet } from '../../api-calls/snippets.ts';
import { effectsOf, indexOf, type Effect } from './effects.ts';

/** What a handout has of one request. */
interface Step {
  title: string;
  about: string;
  curl: string;
  params: string | null;
  answer: string | null;
  events: { title: string; json: string }[];
  effects: Effect[];
}

interface Choice {
  /** Those that are to be in it, the oldest first. */
  requests: readonly RequestEntry[];
  /** Everything that is known, for what came of them. */
  entries: readonly ActivityEntry[];
  origin: string;
  nameOf: (userId: number | null) => string;
  title: string;
}

export function trainingMarkdown(choice: Choice): string {
  const parts = stepsOf(choice).map(({ title, about, curl, params, answer, events, effects }) =>
    [
      `## ${title}`,
      about,
      fenced('sh', curl),
      params === null ? '' : `Parameters:\n\n${fenced('json', params)}`,
      answer === null ? '' : `Answer:\n\n${fenced('json', answer)}`,
      ...events.map((event) => `Event ${event.title}:\n\n${fenced('json', event.json)}`),
      effects.map((effect) => `- ${sentenceOf(effect, choice.nameOf)}`).join('\n'),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
  return `# ${choice.title}\n\n${parts.join('\n\n')}\n`;
}

export function trainingHtml(choice: Choice): string {
  const parts = stepsOf(choice).map(({ title, about, curl, params, answer, events, effects }) =>
    [
      `<section><h2>${escaped(title)}</h2><p>${escaped(about)}</p>`,
      block('Request', curl),
      params === null ? '' : block('Parameters', params),
      answer === null ? '' : block('Answer', answer),
      ...events.map((event) => block(`Event ${event.title}`, event.json)),
      effects.length === 0
        ? ''
        : `<ul>${effects.map((effect) => `<li>${escaped(sentenceOf(effect, choice.nameOf))}</li>`).join('')}</ul>`,
      '</section>',
    ].join('\n'),
  );
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(choice.title)}</title><style>${style}</style></head>`,
    `<body><h1>${escaped(choice.title)}</h1>`,
    ...parts,
    '</body></html>\n',
  ].join('\n');
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}' +
  'h2{border-top:1px solid #ccc;padding-top:1rem;font-size:1.15rem}h3{font-size:.9rem;margin:.75rem 0 .25rem}' +
  'pre{background:#f4f4f4;padding:.75rem;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8rem}' +
  '@media print{section{break-inside:avoid-page}}';

function stepsOf({ requests, entries, origin, nameOf }: Choice): Step[] {
  const index = indexOf(entries);
  return requests.map((entry, position) => {
    const params = Object.entries(entry.params ?? {});
    const inPath = (name: string): boolean => entry.route?.includes(`{${name}}`) === true;
    const call = {
      method: entry.method,
      url: origin + entry.path,
      params: params.filter(([name]) => !inPath(name)),
      file: null,
      account: { email: 'YOUR_EMAIL', key: 'YOUR_API_KEY' },
    };
    const fault = entry.fault === null ? '' : `, by a fault on demand (${entry.fault})`;
    return {
      title: `${position + 1}. ${entry.method} ${entry.path}: ${entry.status}${entry.code === null ? '' : ` ${entry.code}`}`,
      about: `${nameOf(entry.user_id)}, ${entry.client}, ${new Date(entry.at_ms).toISOString()}, ${entry.ms} ms${fault}`,
      curl: snippet(call, 'bash'),
      params: params.length === 0 ? null : JSON.stringify(entry.params, null, 2),
      answer: entry.answer === null ? null : indented(entry.answer),
      events: (index.eventsByRequest.get(entry.request_id) ?? []).map((event) => ({
        title: nameOfEvent(event),
        json: JSON.stringify(event.event, null, 2),
      })),
      effects: effectsOf(entry, index),
    };
  });
}

const nameOfEvent = ({ type, op, id }: EventEntry): string => [type, op, id].filter((part) => part !== null).join(' ');

function sentenceOf({ event, queue, userId, afterMs }: Effect, nameOf: Choice['nameOf']): string {
  if (userId === undefined) return `${event}: ${queue}`;
  const acknowledged = afterMs === null ? 'not acknowledged yet' : `acknowledged after ${afterMs} ms`;
  return `${event}: queue ${queue} of ${nameOf(userId)}, ${acknowledged}`;
}

/** A fence that is longer than any in the text. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

const block = (title: string, text: string): string => `<h3>${escaped(title)}</h3><pre>${escaped(text)}</pre>`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
