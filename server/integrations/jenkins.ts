/** Builds of Jenkins, as its Notification plugin posts them. */
import { z } from 'zod';
import { code, link, maybeText, oneLine, type Integration } from './integration.ts';

const notification = z.object({
  name: z.string(),
  display_name: maybeText,
  build: z.object({
    full_url: maybeText,
    number: z.number(),
    phase: z.string(),
    status: maybeText,
    scm: z.object({ branch: maybeText, commit: maybeText }).nullish(),
  }),
});

export const jenkins: Integration = {
  name: 'jenkins',
  displayName: 'Jenkins',
  hint: 'With the Notification plugin: Configure the job, Job Notifications, format JSON, protocol HTTP. Starts and results are told.',
  format(payload) {
    const { name, display_name: shown, build } = notification.parse(payload);
    const title = link(`${shown || name} #${build.number}`, build.full_url);
    const branch = build.scm?.branch ? ` of ${code(build.scm.branch.replace(/^origin\//, ''))}` : '';
    const commit = build.scm?.commit ? ` at ${code(build.scm.commit.slice(0, 7))}` : '';
    const topic = oneLine(shown || name);
    if (build.phase === 'STARTED') return { topic, content: `🛠️ ${title}${branch}${commit} has begun.` };
    if (build.phase !== 'COMPLETED') return null;
    const mark = build.status === 'SUCCESS' ? '✅' : build.status === 'UNSTABLE' ? '⚠️' : '❌';
    return {
      topic,
      content: `${mark} ${title}${branch}${commit}: ${build.status.toLowerCase().replaceAll('_', ' ')}.`,
    };
  },
};
