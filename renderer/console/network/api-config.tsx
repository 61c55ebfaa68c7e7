/** The file that programs of this API read: who they are, their key, and where the server is. */
import { Button } from '@mantine/core';
import { t } from '../../client/text.ts';
import { saveFile } from '../../components/save-file.ts';
import { useNetwork } from './network.ts';

const loopback = /^(localhost|127\.|\[::1\])/;

interface DownloadConfigProps {
  email: string;
  apiKey: string;
}

export function DownloadConfig({ email, apiKey }: DownloadConfigProps) {
  const { data: network } = useNetwork();
  // The program may run elsewhere: it is given the address that others reach, where there is one.
  const { origin, host } = window.location;
  const site = loopback.test(host) ? (network?.chosen?.url ?? origin) : origin;
  return (
    <Button
      variant="default"
      onClick={() =>
        saveFile(`${email.split('@')[0]}.rc`, `[api]\nemail=${email}\nkey=${apiKey}\nsite=${site}\n`, 'text/plain')
      }
    >
      {t('Download a configuration file')}
    </Button>
  );
}
