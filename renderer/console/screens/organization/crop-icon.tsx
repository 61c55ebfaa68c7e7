/** Cropping of the organization's icon before it is uploaded. */
import { Button, Group, Stack } from '@mantine/core';
import { useRef } from 'react';
import { t } from '../../../client/text.ts';
import type { ChosenArea } from '../../../components/picture-crop/crop-area.ts';
import { cutPicture } from '../../../components/picture-crop/cut-picture.ts';
import { PictureCrop } from '../../../components/picture-crop/picture-crop.tsx';
import { Dialog } from '../../components/dialog.tsx';

interface CropIconProps {
  file: File;
  /** Bytes that the server takes. */
  mostBytes: number;
  send: (file: File) => void;
  onClose: () => void;
}

export function CropIcon({ file, mostBytes, send, onClose }: CropIconProps) {
  const chosen = useRef<ChosenArea | null>(null);
  const sendAndClose = (picture: File): void => {
    send(picture);
    onClose();
  };
  const save = async (): Promise<void> => {
    if (chosen.current !== null) sendAndClose(await cutPicture(file, chosen.current, { cutsMiddle: false, mostBytes }));
  };
  return (
    <Dialog title={t('Crop picture')} onClose={onClose}>
      <Stack>
        <PictureCrop
          file={file}
          onChange={(area) => {
            chosen.current = area;
          }}
          // The server may read it, or says what it takes.
          onUnreadable={() => sendAndClose(file)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => sendAndClose(file)}>
            {t('Use without cropping')}
          </Button>
          <Button onClick={() => void save()}>{t('Save picture')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
