/** An invitation that no longer admits anyone: the reason, and what to do. */
import type { ApiError } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { EntryPage } from './entry-page.tsx';
import { openPage } from './page-link.tsx';

interface Said {
  title: string;
  text: string;
  /** A user who reads this may well have an account. */
  mayBeIn: boolean;
}

function whatToDo(error: ApiError): Said {
  switch (error.code) {
    case 'INVITATION_USED':
      return {
        title: t('This invitation has been used'),
        text: t('This invitation was for one person and has been accepted. If that was you, sign in.'),
        mayBeIn: true,
      };
    case 'INVITATION_EXPIRED':
      return {
        title: t('This invitation has expired'),
        text: t('Ask the sender for a new invitation.'),
        mayBeIn: false,
      };
    case 'INVITATION_WITHDRAWN':
      return {
        title: t('This invitation was revoked'),
        text: t('The sender or an administrator revoked it. If you think this is a mistake, contact them.'),
        mayBeIn: false,
      };
    case 'INVITATION_REPLACED':
      return {
        title: t('There is a newer invitation'),
        text: t('This invitation was replaced. Open the link in the latest invitation that you received.'),
        mayBeIn: false,
      };
    case 'INVITATION_NOT_FOUND':
      return {
        title: t('Invitation not found'),
        text: t('Check that the whole link was copied, or ask the sender for a new one.'),
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
          {mayBeIn ? t('Sign in') : t('I have an account. Sign in')}
        </button>
      </div>
    </EntryPage>
  );
}
