/** Uptime Kuma webhooks for up and down. */
import { z } from 'zod';
import {
  entryOf,
  incomplete,
  inForm,
  link,
  maybeText,
  oneLine,
  plainItem,
  plainLines,
  type Integration,
} from './integration.ts';

const beat = z.object({
  heartbeat: z.object({ status: z.number(), msg: maybeText, ping: z.number().nullish() }).nullish(),
  monitor: z.object({ name: maybeText, url: maybeText, hostname: maybeText }).nullish(),
  msg: maybeText,
});

const states: Record<string, string> = {
  0: '❌ {} is **down**',
  1: '✅ {} is **up**',
  2: '⏳ {} is **pending**',
  3: '🔧 {} is **under maintenance**',
};

export const uptimeKuma: Integration = {
  name: 'uptime_kuma',
  displayName: 'Uptime Kuma',
  hint: 'Settings, Notifications, type Webhook.',
  format(payload) {
    const { heartbeat, monitor, msg } = beat.parse(inForm(payload, 'data'));
    const state = heartbeat ? entryOf(states, String(heartbeat.status)) : undefined;
    // Its test has neither.
    if (!heartbeat || !monitor || state === undefined) {
      if (msg.trim() === '') throw incomplete('msg');
      return { topic: 'Uptime Kuma', content: plainLines(msg) };
    }
    const words = heartbeat.msg === '' ? '' : `: ${plainItem(heartbeat.msg)}`;
    const took = heartbeat.status === 1 && heartbeat.ping ? ` (${heartbeat.ping} ms)` : '';
    // Its default address is that of no monitor.
    const url = /^https?:\/\/$/.test(monitor.url) ? '' : monitor.url;
    const name = oneLine(monitor.name) || oneLine(monitor.hostname) || oneLine(url) || 'A monitor';
    return {
      topic: name,
      content: `${state.replace('{}', () => link(name, url))}${words}${took}`,
    };
  },
};
