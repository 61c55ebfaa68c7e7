/** An invitation that lets nobody in any more: which of the reasons it is, and what to do. */
import type { ApiError } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { EntryPage } from './entry-page.tsx';
import { openPage } from './page-link.tsx';

interface Said {
  title: string;
  text: string;
  /** Whoever reads this may well have an account. */
  mayBeIn: boolean;
}

function whatToDo(error: ApiError): Said {
  switch (error.code) {
    case 'INVITATION_USED':
      return {
        title: t('This invitation has been used'),
        text: t('It was good for one person, and somebody joined with it. If that was you, sign in.'),
        mayBeIn: true,
      };
    case 'INVITATION_EXPIRED':
      return {
        title: t('This invitation has expired'),
        text: t('Ask whoever sent it for a new one: it takes them a minute.'),
        mayBeIn: false,
      };
    case 'INVITATION_WITHDRAWN':
      return {
        title: t('This invitation was withdrawn'),
        text: t('Whoever sent it, or an administrator, has taken it back. If you think that was a mistake, ask them.'),
        mayBeIn: false,
      };
    case 'INVITATION_REPLACED':
      return {
        title: t('There is a newer invitation'),
        text: t('This one was replaced. Look for the newest message with an invitation, and open the link in that.'),
        mayBeIn: false,
      };
    case 'INVITATION_NOT_FOUND':
      return {
        title: t('This invitation is not known here'),
        text: t('Look whether the link is whole, or ask whoever sent it for a new one.'),
        mayBeIn: false,
      };
    default:
      return { title: t('This invitation does not work'), text: error.message, mayBeIn: false };
  }
}

export function DeadInvitation({ organization, error }: { organization: string; error: ApiError }) {
  const { title, text, mayBeIn } = whatToDo(error);
  return (
    <EntryPage organization={organization} title={title}>
      <p className="entry-by">{text}</p>
      <div className="entry-do">
        <button type="button" className={`button ${mayBeIn ? 'primary' : ''}`} onClick={() => openPage('/chat/')}>
          {mayBeIn ? t('Sign in') : t('I have an account: sign in')}
        </button>
      </div>
    </EntryPage>
  );
}
