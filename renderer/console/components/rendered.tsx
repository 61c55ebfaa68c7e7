/** A text as a message of the chat would show it. */
import { Paper } from '@mantine/core';
import { currentLanguage, perLanguage } from '../../client/text.ts';
import { copyText } from '../../components/clipboard.ts';
import type { HtmlContext } from '../../components/message-html/enrich-html.ts';
import { MessageBody } from '../../components/message-html/message-body.tsx';
import '../../components/message-html/message-body.css';
import '../../components/message-html/message-marks.css';
import '../../components/message-html/message-code.css';
import classes from './rendered.module.css';

/** Names stand as the message has them, and the user who reads it is no one in particular. */
const context = perLanguage((): HtmlContext => ({
  language: currentLanguage(),
  ownId: -1,
  userName: () => undefined,
  groupName: () => undefined,
  channelName: () => undefined,
  ownOrigins: [location.origin],
  chatPath: '/chat/',
  twentyFourHours: undefined,
  mutedUsers: new Map(),
  playgrounds: [],
  emoji: {},
  emojiAsText: false,
  animatePreviews: 'on_hover',
}));

/** @param html from POST /messages/render, or a field of the API that is documented as rendered. */
export function Rendered({ html, label }: { html: string; label: string }) {
  return (
    <Paper
      withBorder
      p="sm"
      component="section"
      aria-label={label}
      aria-live="polite"
      mih={48}
      className={classes['rendered'] ?? ''}
    >
      <MessageBody html={html} context={context()} onCopy={(text) => void copyText(text)} />
    </Paper>
  );
}
