/** Over the chat of somebody whom the server no longer knows: sign in and go on where you were, or take your words along. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { firstRunQuery } from '../../client/queries.ts';
import { t } from '../../client/text.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { LineIcon } from '../../components/line-icon.tsx';
import { SignInForm } from '../join/sign-in-form.tsx';
import { useChat } from '../model/use-chat.ts';
import { AccountDialog } from './account-dialog.tsx';

interface SignedOutProps {
  /** The server's code: USER_DEACTIVATED, or any other. */
  why: string;
  onLeave: () => void;
}

export function SignedOut({ why, onLeave }: SignedOutProps) {
  return why === 'USER_DEACTIVATED' ? <Deactivated onLeave={onLeave} /> : <SignInAgain onLeave={onLeave} />;
}

function SignInAgain({ onLeave }: { onLeave: () => void }) {
  const chat = useChat();
  const { session } = chat;
  const [texts] = useState(unsentTexts);
  const waiting = useStore(chat.outbox.entries, (entries) => entries.length);
  const known = useStore(chat.state, (state) => state.known);
  const email = known?.users.users.get(session.user_id)?.delivery_email ?? session.email;
  return (
    <AccountDialog title={t('You were signed out')} about={t('Sign in and go on where you were.')}>
      <SignInForm email={email}>
        {(texts.length > 0 || waiting > 0) && (
          <p className="account-kept">
            <LineIcon name="check" size={18} />
            {keptSentence(texts.length > 0, waiting)}
          </p>
        )}
      </SignInForm>
      <p className="entry-fine">
        <button type="button" className="text-link" onClick={onLeave}>
          {t('Sign in as somebody else')}
        </button>
      </p>
    </AccountDialog>
  );
}

function keptSentence(hasText: boolean, waiting: number): string {
  if (waiting === 0) return t('Your text is kept.');
  const messages = t('{{count}} messages that wait', {
    count: waiting,
    defaultValue_one: '{{count}} message that waits',
    defaultValue_other: '{{count}} messages that wait',
  });
  return hasText ? t('Kept: your text, and {{messages}}.', { messages }) : t('Kept: {{messages}}.', { messages });
}

function Deactivated({ onLeave }: { onLeave: () => void }) {
  const { outbox } = useChat();
  const organization = useQuery(firstRunQuery).data?.organization_name ?? 'Hearth';
  const waiting = useStore(outbox.entries);
  const [texts] = useState(() => [...new Set([...waiting.map(({ content }) => content), ...unsentTexts()])]);
  return (
    <AccountDialog
      title={t('Your account was deactivated')}
      about={t(
        'An administrator of {{organization}} has closed it. Your messages stay with the team; for questions, talk to whoever runs it.',
        { organization },
      )}
    >
      {texts.map((text) => (
        <div key={text} className="account-hold">
          <div>
            <small>{t('Not sent')}</small>
            <CopyText text={text} label={t('the text')} />
          </div>
          <p dir="auto">{text}</p>
        </div>
      ))}
      <button type="button" className="button" onClick={onLeave}>
        {t('Sign in with another account')}
      </button>
    </AccountDialog>
  );
}

/** What stands in the boxes of the chat behind. */
function unsentTexts(): string[] {
  const boxes = document.querySelectorAll<HTMLTextAreaElement>('.chat-behind textarea');
  return [...boxes].map(({ value }) => value.trim()).filter((text) => text !== '');
}
