/** Over the chat of someone whom the server no longer knows: sign in and go on where you were, or take your words along. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { firstRunQuery } from '../../client/queries.ts';
import { ownerRole } from '../../client/roles.ts';
import { sessionQuery } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { LineIcon } from '../../components/line-icon.tsx';
import { AccountDialog } from '../settings/account-dialog.tsx';
import type { ChatModel } from '../store/chat-model.ts';
import { useChat } from '../store/use-chat.ts';
import { SignInForm } from './sign-in-form.tsx';

interface SignedOutProps {
  /** The server's code: USER_DEACTIVATED, REALM_DEACTIVATED, or any other. */
  why: string;
  onLeave: () => void;
}

export function SignedOut({ why, onLeave }: SignedOutProps) {
  switch (why) {
    case 'USER_DEACTIVATED':
      return <Deactivated onLeave={onLeave} />;
    case 'REALM_DEACTIVATED':
      return <AtRest />;
    default:
      return <SignInAgain onLeave={onLeave} />;
  }
}

function SignInAgain({ onLeave }: { onLeave: () => void }) {
  const chat = useChat();
  const { session } = chat;
  const [texts] = useState(() => unsentTexts(chat));
  const waiting = useStore(chat.outbox.entries, (entries) => entries.length);
  const clientState = useStore(chat.state, (state) => state.clientState);
  const email = clientState?.users.users.get(session.user_id)?.delivery_email ?? session.email;
  return (
    <AccountDialog title={t('You were signed out')} about={t('Sign in to continue where you left off.')}>
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
          {t('Sign in with another account')}
        </button>
      </p>
    </AccountDialog>
  );
}

function keptSentence(hasText: boolean, waiting: number): string {
  if (waiting === 0) return t('Your unsent text is saved.');
  const messages = t('{{count}} unsent messages', {
    count: waiting,
    defaultValue_one: '{{count}} unsent message',
  });
  return hasText ? t('Saved: your text and {{messages}}.', { messages }) : t('Saved: {{messages}}.', { messages });
}

function Deactivated({ onLeave }: { onLeave: () => void }) {
  const organization = useOrganization();
  return (
    <Closed
      title={t('Your account was deactivated')}
      about={t(
        'An administrator of {{organization}} deactivated it. Your messages are kept. If you have questions, contact an administrator.',
        { organization },
      )}
    >
      <button type="button" className="button" onClick={onLeave}>
        {t('Sign in with another account')}
      </button>
    </Closed>
  );
}

/** The session outlasts the rest of the organization: a user who looks again when it is over goes on. */
function AtRest() {
  const organization = useOrganization();
  const session = useQuery(sessionQuery);
  const firstRun = useQuery(firstRunQuery);
  const lookAgain = async (): Promise<void> => {
    await firstRun.refetch();
    await session.refetch();
  };
  return (
    <Closed
      title={t('{{organization}} was deactivated', { organization })}
      about={t(
        'An owner deactivated it for everyone. Nothing was deleted. After it is reactivated, you can continue where you left off.',
      )}
    >
      <button type="button" className="button" onClick={() => void lookAgain()}>
        {t('Check again')}
      </button>
      {session.data?.role === ownerRole && (
        <a className="text-link" href="/console/organization/deactivate">
          {t('Reactivate in the console')}
        </a>
      )}
    </Closed>
  );
}

function useOrganization(): string {
  return useQuery(firstRunQuery).data?.organization_name ?? 'Hearth';
}

/** Nothing can be sent from here any more: what was written and not sent can be taken along. */
function Closed({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const chat = useChat();
  const waiting = useStore(chat.outbox.entries);
  const [texts] = useState(() => [...new Set([...waiting.map(({ content }) => content), ...unsentTexts(chat)])]);
  return (
    <AccountDialog title={title} about={about}>
      {texts.map((text) => (
        <div key={text} className="account-hold">
          <div>
            <small>{t('Not sent')}</small>
            <CopyText text={text} label={t('the text')} />
          </div>
          <p dir="auto">{text}</p>
        </div>
      ))}
      {children}
    </AccountDialog>
  );
}

/** What stands in the boxes of the chat behind, and the drafts and half-done edits of all other conversations. */
function unsentTexts({ writing }: ChatModel): string[] {
  const boxes = [...document.querySelectorAll<HTMLTextAreaElement>('.chat-behind textarea')].map(({ value }) => value);
  // What is on the screen may have grown since it was kept.
  const texts = [...writing.drafts.texts(), ...writing.edits.texts()];
  const kept = texts.filter((text) => !boxes.some((value) => value.startsWith(text)));
  return [...boxes, ...kept].map((text) => text.trim()).filter((text) => text !== '');
}
