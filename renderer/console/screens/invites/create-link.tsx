/** A link that any number of people may use to join; shown at once, to be copied or scanned. */
import { useForm } from '@mantine/form';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useFormCall } from '../../form-call.ts';
import { emptyOptions, InviteOptionFields, optionFields, optionParams, type InviteOptions } from './invite-options.tsx';
import { ShareLink } from './share-link.tsx';

export function CreateLink({ onClose }: { onClose: () => void }) {
  const form = useForm<InviteOptions>({ initialValues: emptyOptions });
  const create = useFormCall(form, (values) => request('POST', '/invites/multiuse', optionParams(values)), {
    fields: optionFields,
  });
  if (create.data !== undefined)
    return <ShareLink title={t('Link created')} link={create.data.invite_link} onClose={onClose} />;
  return (
    <FormModal
      title={t('Create reusable link')}
      submitLabel={t('Create link')}
      size="lg"
      {...create.props}
      onClose={onClose}
    >
      <InviteOptionFields form={form} />
    </FormModal>
  );
}
