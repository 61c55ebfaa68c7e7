/** Reports a message to the moderators, with a reason and, where it needs one, an explanation (contract: report-message). */
import { useState } from 'react';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { TextAreaField } from '../kit/form-fields.tsx';
import { refusalOf, showNotice } from '../kit/notices.ts';

const reasons = {
  spam: () => t('Spam'),
  harassment: () => t('Harassment'),
  inappropriate: () => t('Inappropriate content'),
  norms: () => t("Violates the organization's rules"),
  other: () => t('Other reason'),
};
type Reason = keyof typeof reasons;

/** Characters. */
const longestExplanation = 1000;

export function ReportMessage({ id }: { id: number }) {
  const [reason, setReason] = useState<Reason>('spam');
  const [explanation, setExplanation] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const isNeeded = reason === 'other';
  const report = async (): Promise<boolean> => {
    const description = explanation.trim();
    if (isNeeded && description === '') {
      setProblem(t('Enter an explanation.'));
      return false;
    }
    const asked = request('POST', `/messages/${id}/report`, { report_type: reason, description });
    const refusal = await refusalOf(asked);
    setProblem(refusal);
    if (refusal === null) showNotice(t('Message reported to the moderators.'));
    return refusal === null;
  };
  return (
    <FormDialog title={t('Report message')} submitLabel={t('Send report')} onSubmit={report} onClose={closeDialog}>
      <p className="dialog-lead">{t('Moderators see the message, its sender and your name.')}</p>
      <fieldset className="choices">
        <legend className="field-label">{t('Reason')}</legend>
        {(Object.keys(reasons) as Reason[]).map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="reason"
              checked={reason === each}
              // The explanation, which few reports need, would open the keyboard of a phone.
              data-autofocus={reason === each ? '' : undefined}
              onChange={() => {
                setReason(each);
                setProblem(null);
              }}
            />
            {reasons[each]()}
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label={isNeeded ? t('Explanation') : t('Explanation (optional)')}
        rows={3}
        value={explanation}
        onChange={(written) => {
          setExplanation(written);
          setProblem(null);
        }}
        maxLength={longestExplanation}
        error={problem}
      />
    </FormDialog>
  );
}
