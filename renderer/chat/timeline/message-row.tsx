/** Rows of the feed: a message, one that is being sent, and the lines between them. They draw what they are given. */
import { memo, useMemo, useRef, useState, type ReactNode } from 'react';
import { dateFormat } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { useLanguage } from '../../client/use-language.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import type { HtmlContext } from '../../components/message-html/enrich-html.ts';
import { MessageBody } from '../../components/message-html/message-body.tsx';
import { foldMessage } from '../actions/message.ts';
import { Avatar, type AvatarPerson } from '../kit/avatar.tsx';
import { useToday } from '../kit/use-today.ts';
import { daysBetween } from '../kit/when.ts';
import { plainText } from '../parts/preview.tsx';
import { saidHtml, type Message } from '../store/message.ts';
import type { Failure, OutboxEntry } from '../store/outbox.ts';
import { widgetOf } from '../store/widget.ts';
import type { MessageActions } from './message-actions.ts';
import { MessageMarks } from './message-marks.tsx';
import { MessageTools } from './message-tools.tsx';
import { Reactions } from './reactions.tsx';
import { useOneTabStop } from './use-one-tab-stop.ts';
import { WidgetBody } from './widget-body.tsx';

interface MessageRowProps {
  message: Message;
  sender: AvatarPerson;
  isMarkedAsGuest: boolean;
  isFirst: boolean;
  isSelected: boolean;
  /** Tab reaches it. */
  isTabStop: boolean;
  isFlashed: boolean;
  ownId: number;
  context: HtmlContext;
  actions: MessageActions;
  /** Someone writes to another conversation of the view. */
  isFaded: boolean;
  /** The search's words marked in it, where the view is a search. */
  matchHtml: string | undefined;
  formatTime: (timestamp: number) => string;
  /** UNIX seconds of the next reminder of it; null = none. */
  remindedAt: number | null;
  /** Instead of the words: the box in which they are edited. */
  editor: ReactNode;
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  useLanguage();
  const { message, sender, isFirst, isSelected, isFlashed, ownId, context, actions, matchHtml, formatTime } = props;
  const time = formatTime(message.timestamp);
  // Buttons of rows that no one points at cost more than all their words.
  const [hasTools, setHasTools] = useState(false);
  const show = (): void => setHasTools(true);
  // Not when the pointer enters: a row that appears under one that rests was never entered.
  const showTools = hasTools ? {} : { onPointerOver: show, onPointerMove: show, onFocus: show };
  const row = useRef<HTMLElement>(null);
  useOneTabStop(row, props.isTabStop, props.editor !== undefined);
  const widget = useMemo(() => widgetOf(message), [message]);
  const isCollapsed = message.flags.includes('collapsed');
  const callsMe = message.flags.some((flag) => flag.includes('mentioned'));
  const words =
    props.editor ??
    (isCollapsed ? (
      <CollapsedBody
        html={saidHtml(message)}
        emojiAsText={context.emojiAsText}
        onShow={(button) => actions.run(foldMessage, message, button)}
      />
    ) : widget === null ? (
      <MessageBody
        html={saidHtml(message, matchHtml)}
        context={context}
        onAction={actions.onBody}
        onCopy={actions.onCopy}
        note={message.last_edit_timestamp === undefined ? undefined : t('(edited)')}
      />
    ) : (
      <WidgetBody widget={widget} message={message} ownId={ownId} context={context} actions={actions} />
    ));
  // "Ben waves": what is said of its sender stands behind the name.
  const isInLine = message.is_me_message && isFirst && props.editor === undefined && !isCollapsed;
  const classes = [
    'message',
    isFirst && 'is-first',
    isSelected && 'is-selected',
    isFlashed && 'is-flashed',
    props.isFaded && 'is-faded',
  ];
  return (
    <article
      ref={row}
      className={[...classes, callsMe && 'calls-me'].filter(Boolean).join(' ')}
      {...{ tabIndex: props.isTabStop ? 0 : -1, ...showTools }}
      data-message-id={message.id}
      aria-label={`${sender.name}, ${time}`}
    >
      {isFirst ? (
        <MessageHead
          sender={sender}
          isGuest={props.isMarkedAsGuest}
          time={time}
          timestamp={message.timestamp}
          actions={actions}
        >
          {isInLine && words}
        </MessageHead>
      ) : (
        <time className="message-gutter-time" aria-hidden="true">
          {time}
        </time>
      )}
      {!isInLine && words}
      <MessageMarks
        isStarred={message.flags.includes('starred')}
        remindedAt={props.remindedAt}
        twentyFourHours={context.twentyFourHours === true}
      />
      <Reactions message={message} ownId={ownId} context={context} actions={actions} />
      {(hasTools || isSelected) && props.editor === undefined && (
        <MessageTools message={message} actions={actions} emojiAsText={context.emojiAsText} />
      )}
    </article>
  );
});

interface CollapsedBodyProps {
  html: string;
  emojiAsText: boolean;
  onShow: (button: HTMLElement) => void;
}

/** The first words, in one line. */
function CollapsedBody({ html, emojiAsText, onShow }: CollapsedBodyProps) {
  return (
    <div className="message-body is-collapsed" dir="auto">
      <span className="cut">{plainText(html, emojiAsText) || t('Image or file')}</span>
      <button type="button" className="text-link" onClick={({ currentTarget }) => onShow(currentTarget)}>
        {t('Show')}
      </button>
    </div>
  );
}

interface MessageHeadProps {
  sender: AvatarPerson;
  isGuest: boolean;
  time: string;
  timestamp: number;
  actions: Pick<MessageActions, 'onSender'>;
  /** Words behind the name; false = they stand below. */
  children: ReactNode;
}

/** Made once: making one takes longer than drawing a row. */
const fullTime = dateFormat({ dateStyle: 'full', timeStyle: 'short' });

function MessageHead({ sender, isGuest, time, timestamp, actions, children }: MessageHeadProps) {
  return (
    <>
      <Avatar person={sender} />
      <div className={`message-head ${children === false ? '' : 'has-words'}`}>
        <button
          type="button"
          className="message-name"
          onClick={({ currentTarget }) => actions.onSender(sender.id, currentTarget)}
        >
          <bdi>{sender.name}</bdi>
        </button>
        {sender.isBot && <small>{t('bot')}</small>}
        {isGuest && <small>{t('guest')}</small>}
        {children}
        <time dateTime={new Date(timestamp * 1000).toISOString()} title={fullTime.format(timestamp * 1000)}>
          {time}
        </time>
      </div>
    </>
  );
}

interface PendingRowProps {
  entry: OutboxEntry;
  sender: AvatarPerson;
  isFirst: boolean;
  /** It has waited so long that its writer wonders. */
  isSlow: boolean;
  /** Another message of the same conversation must leave first. */
  isBehind: boolean;
  onRetry: () => void;
  onEdit: () => void;
  onDiscard: () => void;
}

export function PendingRow({ entry, sender, isFirst, isSlow, isBehind, onRetry, onEdit, onDiscard }: PendingRowProps) {
  return (
    <article className={`message is-sending ${isFirst ? 'is-first' : ''}`} data-outbox-key={entry.key}>
      {isFirst && (
        <>
          <Avatar person={sender} />
          <div className="message-head">
            <span className="message-name">
              <bdi>{sender.name}</bdi>
            </span>
          </div>
        </>
      )}
      <div className="message-body" dir="auto">
        {entry.content}
      </div>
      {entry.failure === null ? (
        (isSlow || isBehind) && (
          <div className="message-state">
            <span>
              <LineIcon name="clock" size={16} />
              {isBehind ? t('Waiting for the previous message') : t('Sending…')}
            </span>
          </div>
        )
      ) : (
        <div className="message-state has-failed" role="alert">
          <span>
            <LineIcon name="alert" size={16} />
            {whyUnsent(entry.failure)}
          </span>
          <button type="button" onClick={onRetry}>
            {t('Send again')}
          </button>
          <button type="button" onClick={onEdit}>
            {t('Edit')}
          </button>
          <button type="button" onClick={onDiscard}>
            {t('Discard')}
          </button>
        </div>
      )}
    </article>
  );
}

function whyUnsent({ kind, reason }: Failure): string {
  if (kind === 'old') return t('Not sent for over an hour. Send it now?');
  if (kind === 'sent-before')
    return t("Your earlier version was sent and can't be changed: {{reason}} Send this too?", { reason });
  return t('Not sent: {{reason}}', { reason });
}

export function DayLine({ timestamp }: { timestamp: number }) {
  return <div className="day-line">{dayTitle(timestamp, useToday())}</div>;
}

const dayOfLate = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const dayOfYear = dateFormat({ dateStyle: 'full' });

function dayTitle(timestamp: number, today: number): string {
  const day = new Date(timestamp * 1000);
  const days = daysBetween(day, today);
  if (days === 0) return t('Today');
  if (days === 1) return t('Yesterday');
  return (days > 300 ? dayOfYear : dayOfLate).format(day);
}

export function UnreadLine({ count }: { count: number }) {
  return <div className="unread-line">{count > 0 ? t('{{count}} new', { count }) : t('New')}</div>;
}

export function MutedLine({ count, onShow }: { count: number; onShow: () => void }) {
  const said = t('{{count}} messages from a muted user', {
    count,
    defaultValue_one: '{{count}} message from a muted user',
  });
  return (
    <article className="muted-line" aria-label={said}>
      <LineIcon name="muted" />
      <span>{said}</span>
      <button type="button" className="text-link" onClick={onShow}>
        {t('Show')}
      </button>
    </article>
  );
}
