/** Builds of Jenkins, as its Notification plugin posts them. */
import { z } from 'zod';
import { code, link, maybeText, oneLine, type Integration } from './integration.ts';

const notification = z.object({
  name: z.string(),
  display_name: maybeText,
  /** Its place among folders and branches: "job/shop/job/main/". */
  url: maybeText,
  build: z.object({
    full_url: maybeText,
    number: z.number(),
    phase: z.string(),
    status: maybeText,
    scm: z.object({ branch: maybeText, commit: maybeText }).nullish(),
    test_summary: z.object({ total: z.number(), failed: z.number() }).nullish(),
  }),
});

/** A branch or a job in a folder says only its own name; two of them would be one topic. */
function titleOf({ name, display_name: shown, url }: z.infer<typeof notification>): string {
  const above = url
    .split('/job/')
    .slice(0, -1)
    .map((part) => part.replace(/^job\//, ''));
  return oneLine([...above.map(unescaped), shown || name].join(' / '));
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const jenkins: Integration = {
  name: 'jenkins',
  displayName: 'Jenkins',
  hint: 'With the Notification plugin: Configure the job, Job Notifications, format JSON, protocol HTTP, event Job Finalized, or All Events to be told of starts, too.',
  format(payload) {
    const one = notification.parse(payload);
    const { build } = one;
    const topic = titleOf(one);
    const title = link(`${topic} #${build.number}`, build.full_url);
    const branch = build.scm?.branch ? ` of ${code(build.scm.branch.replace(/^origin\//, ''))}` : '';
    const commit = build.scm?.commit ? ` at ${code(build.scm.commit.slice(0, 7))}` : '';
    if (build.phase === 'STARTED') return { topic, content: `🛠️ ${title}${branch}${commit} has begun.` };
    // The plugin's "failed only" tells this phase alone, and "all events" tells of COMPLETED before it.
    if (build.phase !== 'FINALIZED') return null;
    const mark = build.status === 'SUCCESS' ? '✅' : build.status === 'UNSTABLE' ? '⚠️' : '❌';
    const tests = build.test_summary;
    const failed = tests && tests.failed > 0 ? ` (${tests.failed} of ${tests.total} tests failed)` : '';
    return {
      topic,
      content: `${mark} ${title}${branch}${commit}: ${build.status.toLowerCase().replaceAll('_', ' ')}${failed}.`,
    };
  },
};
