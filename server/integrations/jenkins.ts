/** Builds of Jenkins, as its Notification plugin posts them. */
import { z } from 'zod';
import {
  code,
  entryOf,
  fence,
  link,
  maybeText,
  oneLine,
  plain,
  plainLines,
  word,
  type Integration,
} from './integration.ts';

const notification = z.object({
  name: maybeText,
  display_name: maybeText,
  /** Its place among folders and branches: "job/shop/job/main/". */
  url: maybeText,
  build: z.object({
    full_url: maybeText,
    number: z.number().nullish(),
    phase: word,
    status: maybeText,
    scm: z.object({ branch: maybeText, commit: maybeText }).nullish(),
    /** What a job is set to say beside its result. */
    notes: maybeText,
    /** The last lines of the build's output, as many as the job is set to send. */
    log: maybeText,
    test_summary: z.object({ total: z.number(), failed: z.number() }).nullish().catch(null),
  }),
});

/** A branch or a job in a folder says only its own name; two of them would be one topic. */
function titleOf({ name, display_name: shown, url }: z.infer<typeof notification>): string {
  const above = url
    .split('/job/')
    .slice(0, -1)
    .map((part) => part.replace(/^job\//, ''));
  return oneLine([...above.map(unescaped), unescaped(shown || name || 'Jenkins')].join(' / '));
}

/** Branches of a multibranch project have escaped names, which are escaped again in addresses. No name of Jenkins holds a "%". */
function unescaped(part: string): string {
  let text = part;
  for (let times = 0; times < 2; times += 1)
    try {
      text = decodeURIComponent(text);
    } catch {
      break;
    }
  return text;
}

/** Of the output the end, which says why a build failed. In Unicode code points. */
const mostOfLog = 3000;

/** Notes and output, each in a paragraph of its own. */
function added({ notes, log }: z.infer<typeof notification>['build']): string {
  const letters = [...log.replaceAll('\0', '').trimEnd()];
  const end = letters.slice(-mostOfLog).join('');
  const shown = letters.length > mostOfLog ? `…${end}` : end;
  const parts = [
    plainLines(notes.trim()),
    shown.trim() === '' ? '' : `${fence(shown)} text\n${shown}\n${fence(shown)}`,
  ];
  return parts.map((part) => (part === '' ? '' : `\n\n${part}`)).join('');
}

const marks: Readonly<Record<string, string>> = {
  SUCCESS: '✅',
  UNSTABLE: '⚠️',
  ABORTED: '⚪',
  NOT_BUILT: '⚪',
  'no result yet': '⏳',
};

export const jenkins: Integration = {
  name: 'jenkins',
  displayName: 'Jenkins',
  hint: 'With the Notification plugin: Configure the job, Job Notifications, format JSON, protocol HTTP, event Job Finalized, or All Events to be told of starts, too.',
  format(payload) {
    const one = notification.parse(payload);
    const { build } = one;
    const topic = titleOf(one);
    const title = link(build.number ? `${topic} #${build.number}` : topic, build.full_url);
    const branch = build.scm?.branch ? ` of ${code(build.scm.branch.replace(/^origin\//, ''))}` : '';
    const commit = build.scm?.commit ? ` at ${code(build.scm.commit.slice(0, 7))}` : '';
    if (build.phase === 'STARTED') return { topic, content: `🛠️ ${title}${branch}${commit} has begun.${added(build)}` };
    // The plugin's "failed only" reports this phase alone, and "all events" reports COMPLETED before it.
    if (build.phase !== 'FINALIZED') return null;
    // A build has no result, which is null, while it runs.
    const result = build.status || 'no result yet';
    const mark = entryOf(marks, result) ?? '❌';
    const tests = build.test_summary;
    const failed = tests && tests.failed > 0 ? ` (${tests.failed} of ${tests.total} tests failed)` : '';
    return {
      topic,
      content: `${mark} ${title}${branch}${commit}: ${plain(result.replaceAll('_', ' ')).toLowerCase()}${failed}.${added(build)}`,
    };
  },
};
