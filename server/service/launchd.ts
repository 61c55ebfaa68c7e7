/** The launchd daemon of the service (macOS): launchd.plist(5), launchctl(1). */
import { existsSync, readFileSync } from 'node:fs';
import { retryWhileHeldNow } from '../file-access.ts';
import { phrase } from '../translation.ts';
import {
  escapeXml,
  parseSettings,
  serviceCommandLine,
  settingsText,
  unescapeXml,
  type ServiceManager,
  type ServiceSettings,
} from './definition.ts';

const label = 'org.hearth.server';
const target = `system/${label}`;

/** @param folder where the administrator's daemons are. */
export function launchd(folder = '/Library/LaunchDaemons'): ServiceManager {
  const path = `${folder}/${label}.plist`;
  const isThere = (): boolean => existsSync(path);
  return {
    name: 'launchd',
    needsRights: (action) => phrase(`A service needs an administrator: run "service ${action}" with sudo.`),
    install: (settings) => ({
      // A daemon that is loaded keeps its old settings until it is unloaded.
      before: isThere() ? [['launchctl', 'bootout', target]] : [],
      write: [{ path, content: plistText(settings) }],
      remove: [],
      after: [
        ['launchctl', 'enable', target],
        ['launchctl', 'bootstrap', 'system', path],
      ],
      // bootout returns before the old daemon has ended. Until then bootstrap reports 5 (input/output error) or 37 (operation in progress).
      retryCodes: [5, 37],
    }),
    remove: () => ({ before: [['launchctl', 'bootout', target]], write: [], remove: [path], after: [] }),
    start: () => ['launchctl', 'kickstart', target],
    async status(run) {
      const text = isThere() ? retryWhileHeldNow(() => readFileSync(path, 'utf8')) : null;
      const { code, output } = text === null ? { code: 1, output: '' } : await run(['launchctl', 'print', target]);
      const stored = /<key>HearthSettings<\/key>\s*<string>([^<]*)<\/string>/.exec(text ?? '')?.[1];
      return {
        isInstalled: text !== null,
        isRunning: code === 0 && /^\s*state = running$/m.test(output),
        settings: stored === undefined ? null : parseSettings(unescapeXml(stored)),
      };
    },
    note: phrase(
      'With FileVault, a Mac that starts waits for a password before anything runs: Hearth starts right after that.',
    ),
  };
}

function plistText(settings: ServiceSettings): string {
  const log = escapeXml(`${settings.dataDir}/logs/service.log`);
  const words = serviceCommandLine(settings).map((word) => `\t\t<string>${escapeXml(word)}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>${label}</string>
	<key>ProgramArguments</key>
	<array>
${words.join('\n')}
	</array>
	<key>UserName</key>
	<string>${escapeXml(settings.user)}</string>
	<key>RunAtLoad</key>
	<true/>
	<key>KeepAlive</key>
	<dict>
		<key>SuccessfulExit</key>
		<false/>
	</dict>
	<key>ThrottleInterval</key>
	<integer>5</integer>
	<key>ExitTimeOut</key>
	<integer>30</integer>
	<key>EnvironmentVariables</key>
	<dict>
		<key>UV_THREADPOOL_SIZE</key>
		<string>12</string>
	</dict>
	<key>ProcessType</key>
	<string>Interactive</string>
	<key>Umask</key>
	<integer>63</integer>
	<key>SoftResourceLimits</key>
	<dict>
		<key>NumberOfFiles</key>
		<integer>65536</integer>
	</dict>
	<key>StandardOutPath</key>
	<string>${log}</string>
	<key>StandardErrorPath</key>
	<string>${log}</string>
	<key>HearthSettings</key>
	<string>${escapeXml(settingsText(settings))}</string>
</dict>
</plist>
`;
}
