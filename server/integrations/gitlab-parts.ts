/** Shared fields of GitLab calls. */
import { z } from 'zod';
import { maybeText, plain } from './integration.ts';

export const project = z.object({ name: z.string(), web_url: maybeText });
export const user = z.object({ name: maybeText, username: maybeText });

export const who = (one: z.infer<typeof user>): string => `**${plain(one.name || one.username || 'Somebody')}**`;
