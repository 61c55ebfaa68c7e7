/** A new emoji: its picture is shown as messages will show it, before anything is sent. */
import { Box, FileInput, Group, Image, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sizeText } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { richText } from '../../../client/rich-text.ts';
import { t } from '../../../client/text.ts';
import { useObjectUrl } from '../../../components/object-url.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { TextInput } from '../../components/limited-inputs.tsx';
import { useFormCall } from '../../form-call.ts';

interface Values {
  file: File | null;
  name: string;
}

const maxBytes = 5 * 1024 * 1024;

/** What the server takes for an emoji. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const isPicture = ({ type }: File): boolean => pictures.has(type);

/** As the server keeps a name: capitals do not matter, and a space is an underscore. */
const normalized = (name: string): string => name.trim().toLowerCase().replaceAll(' ', '_');

/** @param taken names of the emoji in use. */
export function AddEmoji({ taken, onClose }: { taken: string[]; onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: { file: null, name: '' },
    validateInputOnChange: ['file', 'name'],
    validate: {
      file: (file) => {
        if (file === null) return t('Choose a picture.');
        if (!isPicture(file)) return t('This file is not an image, or its format is not supported.');
        return file.size > maxBytes
          ? t('The image is too large: {{size}} (maximum: {{size2}}).', {
              size: sizeText(file.size),
              size2: sizeText(maxBytes),
            })
          : null;
      },
      name: (name) => nameObjection(normalized(name), taken),
    },
  });
  const { file, name } = form.values;
  const preview = useObjectUrl(file !== null && isPicture(file) ? file : null);
  const written = normalized(name);
  const add = useFormCall(
    form,
    async ({ file: filename, name: word }) => {
      // The form has asked for one.
      if (filename !== null)
        await request('POST', `/realm/emoji/${encodeURIComponent(normalized(word))}`, { filename });
    },
    {
      renamed: { filename: 'file', emoji_name: 'name' },
      done: () => ({
        title: t('Added'),
        message: t(':{{normalized}}: is ready to use.', { normalized: normalized(name) }),
      }),
      onDone: onClose,
    },
  );
  return (
    <FormModal title={t('Add emoji')} submitLabel={t('Add emoji')} {...add.props} onClose={onClose}>
      <FileInput
        label={t('Picture')}
        data-autofocus
        description={t('PNG, JPEG, GIF or WebP, shown at up to 64 by 64 pixels. Can be animated.')}
        placeholder={t('Choose file')}
        accept={[...pictures].join(',')}
        clearable
        clearButtonProps={{ 'aria-label': t('Remove picture') }}
        {...form.getInputProps('file')}
        onChange={(chosen) => {
          form.setFieldValue('file', chosen);
          if (chosen !== null && name === '') form.setFieldValue('name', suggested(chosen.name));
        }}
      />
      <TextInput
        label={t('Name')}
        description={
          nameObjection(written, []) === null
            ? t('Lowercase letters, digits, dashes and underscores: written :{{normalized}}:', { normalized: written })
            : t('Lowercase letters, digits, dashes and underscores')
        }
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('name')}
      />
      {preview !== null && <Preview picture={preview} />}
    </FormModal>
  );
}

/** Large, and as it stands between words. @param picture its address. */
function Preview({ picture }: { picture: string }) {
  return (
    <Box component="section" aria-label={t('Preview')}>
      <Text size="sm" fw={500} mb={4}>
        {t('Preview')}
      </Text>
      <Group gap="lg">
        <Image src={picture} alt="" w={64} h={64} fit="contain" />
        <Text>
          {richText(
            'Well done <emoji/> everybody!',
            {},
            {
              emoji: (
                <Image
                  src={picture}
                  alt=""
                  w={20}
                  h={20}
                  fit="contain"
                  display="inline-block"
                  style={{ verticalAlign: 'text-bottom' }}
                />
              ),
            },
          )}
        </Text>
      </Group>
    </Box>
  );
}

function nameObjection(name: string, taken: string[]): string | null {
  if (name === '') return t('Enter a name.');
  if (!/^[a-z0-9_-]*$/.test(name)) return t('Use only lowercase letters a to z, digits, dashes and underscores.');
  if (!/[a-z0-9]$/.test(name)) return t('End the name with a letter or a digit.');
  return taken.includes(name) ? t('An emoji with this name exists. Deactivate it first.') : null;
}

/** A name from that of the file. */
function suggested(fileName: string): string {
  return fileName
    .toLowerCase()
    .replace(/\.\w+$/, '')
    .replace(/[^a-z0-9_-]+/g, '_')
    .replace(/^[_-]+|[_-]+$/g, '');
}
