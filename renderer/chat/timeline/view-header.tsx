/** Names the view: channel › topic, the people of a direct message, or what a mixed view shows. */
import type { RefObject } from 'react';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { ToolButton } from '../kit/tool-button.tsx';
import { MarkedName } from '../parts/marked-name.tsx';
import { QuietMark } from '../parts/quiet-mark.tsx';
import { narrowAddress, type NarrowView } from '../routing/address.ts';
import { conversationIn, type Narrow } from '../routing/narrow.ts';
import { useClientState, useNames } from '../store/use-chat.ts';
import { useViewTitle } from '../store/view-title.ts';
import { goBack } from '../store/way-back.ts';
import { HeaderTools } from './header-tools.tsx';

interface ViewHeaderProps {
  view: NarrowView;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

export function ViewHeader({ view, headingRef }: ViewHeaderProps) {
  const { narrow } = view;
  const title = useViewTitle(narrow);
  return (
    <header className="view-header">
      <ToolButton icon="back" label={t('Back')} className="only-phone" onClick={goBack} />
      <h1 ref={headingRef} tabIndex={-1}>
        <Place narrow={narrow} title={title} />
      </h1>
      <HeaderTools narrow={narrow} />
    </header>
  );
}

function Place({ narrow, title }: { narrow: Narrow; title: string }) {
  const names = useNames();
  const conversation = conversationIn(narrow);
  const partner =
    conversation?.kind === 'direct' && conversation.userIds.length === 1 ? (conversation.userIds[0] ?? null) : null;
  const isChannel = conversation !== null || narrow.length === 1;
  const channelId =
    isChannel && narrow[0]?.operator === 'channel' && narrow[0].negated !== true ? narrow[0].operand : null;
  const channel = useClientState((state) =>
    typeof channelId === 'number' ? state.channels.channels.get(channelId) : undefined,
  );
  const isMuted = useClientState((state) =>
    typeof channelId === 'number' ? state.channels.subscriptions.get(channelId)?.is_muted === true : false,
  );
  if (channel === undefined)
    return (
      <>
        <bdi className="cut">{title}</bdi>
        <QuietMark userId={partner} />
      </>
    );
  const address = narrowAddress([{ operator: 'channel', operand: channel.stream_id }], names);
  return (
    <>
      <a className="view-channel" href={address}>
        <LineIcon name={channel.invite_only ? 'lock' : 'channel'} size={18} />
        <bdi className="cut">{channel.name}</bdi>
        {isMuted && (
          <>
            <LineIcon name="muted" size={16} />
            <span className="visually-hidden"> {t('Muted')}</span>
          </>
        )}
      </a>
      {conversation !== null && (
        <>
          <span className="view-separator" aria-hidden="true">
            ›
          </span>
          <bdi className="cut view-topic">
            <MarkedName name={title} />
          </bdi>
        </>
      )}
    </>
  );
}
