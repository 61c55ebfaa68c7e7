/** Dialog content once the channel was deleted, or the reader lost access to it. */
import { t } from '../../client/text.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { Dialog } from '../kit/dialog.tsx';

export const GoneChannel = ({ title }: { title: string }) => (
  <Dialog title={title} onClose={closeDialog}>
    <p role="alert">{t('This channel no longer exists, or you cannot access it.')}</p>
  </Dialog>
);
