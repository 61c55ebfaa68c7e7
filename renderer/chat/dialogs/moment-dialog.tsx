/** Asks for a day and a time, in the time zone of this computer. */
import { useState } from 'react';
import { t } from '../../client/text.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { TextField } from '../kit/form-fields.tsx';
import type { MomentQuestion } from '../kit/moment-question.ts';
import { useClientState } from '../store/use-chat.ts';
import { MomentField, useMoment } from './moment-field.tsx';

export function MomentDialog({
  question: { title, submitLabel, start, note: first, onPick },
}: {
  question: MomentQuestion;
}) {
  const moment = useMoment(start);
  const longest = useClientState((state) => state.organization.limits.max_reminder_note_length);
  const [note, setNote] = useState(first ?? '');
  const submit = async (): Promise<boolean> => {
    const chosen = moment.read();
    return chosen !== null && onPick(chosen, note.trim());
  };
  return (
    <FormDialog title={title} submitLabel={submitLabel} onSubmit={submit} onClose={closeDialog}>
      <MomentField moment={moment} />
      {first !== null && (
        <TextField
          label={t('Note to yourself')}
          value={note}
          onChange={setNote}
          maxLength={longest}
          autoComplete="off"
          note={t('Included in the reminder. Only you can see it.')}
        />
      )}
    </FormDialog>
  );
}
