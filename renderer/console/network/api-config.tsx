/** The file that programs of this API read: who they are, their key, and where the server is. */
import { Button } from '@mantine/core';
import { t } from '../../client/text.ts';
import { saveFile } from '../../components/save-file.ts';
import { useSite } from './use-site.ts';

interface DownloadConfigProps {
  email: string;
  apiKey: string;
}

export function DownloadConfig({ email, apiKey }: DownloadConfigProps) {
  const site = useSite();
  return (
    <Button
      variant="default"
      onClick={() =>
        saveFile(`${email.split('@')[0]}.rc`, `[api]\nemail=${email}\nkey=${apiKey}\nsite=${site}\n`, 'text/plain')
      }
    >
      {t('Download configuration file')}
    </Button>
  );
}
