/** Code of a message in a page outside that runs it: `url_template` is a URI template (RFC 6570) with the variable `code`. */
import { parseTemplate } from 'url-template';
import { t } from '../../client/text.ts';
import type { Playground } from '../../components/message-html/enrich-html.ts';
import { openMenu } from '../kit/menu-store.ts';

/** Opens the one page there is for it beside the chat, or asks at `at` in which of them. */
export function openPlayground(playgrounds: readonly Playground[], code: string, at: HTMLElement): void {
  const [only, ...others] = playgrounds;
  if (only === undefined) return;
  if (others.length === 0) return run(only, code);
  openMenu(
    t('Open in …'),
    at,
    playgrounds.map((playground) => ({
      label: playground.name,
      icon: 'code',
      onPick: () => run(playground, code),
    })),
  );
}

function run({ url_template: template }: Playground, code: string): void {
  const address = parseTemplate(template).expand({ code });
  if (/^https?:/i.test(address)) window.open(address, '_blank', 'noopener,noreferrer');
}
