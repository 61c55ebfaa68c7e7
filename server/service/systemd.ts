/** The systemd unit of the service (Linux): systemd.unit(5), systemd.service(5), systemd.exec(5). */
import { existsSync, readFileSync } from 'node:fs';
import { retryWhileHeldNow } from '../file-access.ts';
import { phrase } from '../translation.ts';
import {
  parseSettings,
  serviceCommandLine,
  settingsText,
  type ServiceManager,
  type ServiceSettings,
} from './definition.ts';

const unit = 'hearth.service';
const settingsKey = 'X-HearthSettings=';

/**
 * The server runs as the owner of the data, without any further right: files keep their owner, and the app opens them as before.
 * @param folder where the administrator's units are.
 */
export function systemd(folder = '/etc/systemd/system'): ServiceManager {
  const path = `${folder}/${unit}`;
  return {
    name: 'systemd',
    needsRights: (action) => phrase(`A service needs an administrator: run "service ${action}" with sudo.`),
    install: (settings) => ({
      before: [],
      write: [{ path, content: unitText(settings) }],
      remove: [],
      after: [
        ['systemctl', 'daemon-reload'],
        ['systemctl', 'enable', unit],
        // Not `start`: a service that is installed again takes its new settings.
        ['systemctl', 'restart', unit],
      ],
    }),
    remove: () => ({
      before: [['systemctl', 'disable', '--now', unit]],
      write: [],
      remove: [path],
      after: [['systemctl', 'daemon-reload']],
    }),
    start: () => ['systemctl', 'start', unit],
    async status(run) {
      const text = existsSync(path) ? retryWhileHeldNow(() => readFileSync(path, 'utf8')) : null;
      const line = text?.split('\n').find((one) => one.startsWith(settingsKey));
      const { code } = text === null ? { code: 1 } : await run(['systemctl', 'is-active', '--quiet', unit]);
      return {
        isInstalled: text !== null,
        isRunning: code === 0,
        settings: line === undefined ? null : parseSettings(line.slice(settingsKey.length)),
      };
    },
    note: phrase(
      'A home folder that is encrypted until its owner logs in cannot be read before that: keep the data folder elsewhere then.',
    ),
  };
}

function unitText(settings: ServiceSettings): string {
  return `# Starts Hearth with the computer, before anyone logs in. Written by "hearth service install"; removed by "hearth service remove".
[Unit]
Description=Hearth, the team chat server of this office
After=network-online.target time-sync.target
Wants=network-online.target
RequiresMountsFor=${word(settings.dataDir)}
# Another Hearth may hold the data folder for a while, and a disk may be missing: never give up.
StartLimitIntervalSec=0
${settingsKey}${settingsText(settings)}

[Service]
Type=exec
User=${settings.user}
# The colon: nothing in it stands for an environment variable.
ExecStart=:${serviceCommandLine(settings).map(word).join(' ')}
Restart=on-failure
RestartSec=5
# An orderly stop takes less than five seconds.
TimeoutStopSec=30
LimitNOFILE=65536
# Threads for files and names: some may hang on a dead drive.
Environment=UV_THREADPOOL_SIZE=12
UMask=0077
NoNewPrivileges=yes
PrivateDevices=yes
ProtectSystem=full
ProtectControlGroups=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictSUIDSGID=yes
LockPersonality=yes

[Install]
WantedBy=multi-user.target
`;
}

/** One word: quoted, and no specifier in it (systemd.syntax(7), systemd.unit(5)). */
function word(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`;
}
