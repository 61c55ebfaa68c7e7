/** A test whose every page is watched for what must never happen: a request to another host, a script error, a broken content policy. */
import { expect, test as base } from '@playwright/test';

export interface Watched {
  /** What no page may do. */
  offences: string[];
}

export const watchedTest = base.extend<Watched>({
  offences: [
    async ({ context }, use) => {
      const offences: string[] = [];
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        if (!['data:', 'blob:'].includes(protocol) && hostname !== '127.0.0.1') offences.push(`asked ${request.url()}`);
      });
      context.on('weberror', (error) => offences.push(`threw ${error.error().message}`));
      context.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) offences.push(message.text());
      });
      await use(offences);
      expect(offences).toEqual([]);
    },
    { auto: true },
  ],
});
