/**
 * The scheduled task of the service (Windows). Task Scheduler starts it with the computer as the owner of the data, without a stored
 * password (S4U), and starts it each minute unless it still runs (IgnoreNew): RestartOnFailure may cover only a start that fails, and a
 * restart ends the server with code 75. No program has to wrap Node, and no account gets more rights than it had. Schema: Task
 * Scheduler 1.2, [MS-TSCH] 2.5; the parts of a trigger are a sequence there (triggerBaseType), those of other elements are not.
 */
import { join } from 'node:path/win32';
import { windowsQuoted } from '../shell-words.ts';
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

const task = String.raw`\Hearth\Server`;
/** SCHED_S_TASK_RUNNING (0x41301): the text of a list depend on the language of Windows, a number does not. */
const runningResult = /\b267009\b/;

/**
 * @param systemRoot folder of Windows: programs have their full path, so that none beside the caller's is run.
 * @param temporary folder for the definition, which is imported from there.
 */
export function taskScheduler(systemRoot: string, temporary: string): ServiceManager {
  const schtasks = join(systemRoot, 'System32', 'schtasks.exe');
  const definition = join(temporary, `hearth-task-${process.pid}.xml`);
  return {
    name: 'Task Scheduler',
    needsRights: (action) =>
      phrase(
        `A service needs an administrator: run "service ${action}" in a terminal that was opened as administrator.`,
      ),
    install: (settings) => ({
      before: [],
      write: [{ path: definition, content: taskText(settings) }],
      remove: [],
      after: [
        [schtasks, '/Create', '/TN', task, '/XML', definition, '/F'],
        [schtasks, '/Run', '/TN', task],
      ],
    }),
    remove: () => ({
      // Disabled first: the trigger of the next minute would start it between the end and the removal.
      before: [
        [schtasks, '/Change', '/TN', task, '/DISABLE'],
        [schtasks, '/End', '/TN', task],
      ],
      write: [],
      remove: [],
      after: [[schtasks, '/Delete', '/TN', task, '/F']],
    }),
    start: () => [schtasks, '/Run', '/TN', task],
    async status(run) {
      const { code, output } = await run([schtasks, '/Query', '/TN', task, '/XML']);
      if (code !== 0) return { isInstalled: false, isRunning: false, settings: null };
      const stored = /<Documentation>([^<]*)<\/Documentation>/.exec(output)?.[1];
      return {
        isInstalled: true,
        isRunning: runningResult.test((await run([schtasks, '/Query', '/TN', task, '/V', '/FO', 'LIST'])).output),
        settings: stored === undefined ? null : parseSettings(unescapeXml(stored)),
      };
    },
    note: phrase('The account needs the right "Log on as a batch job", which administrators of the computer have.'),
  };
}

function taskText(settings: ServiceSettings): string {
  const [program = '', ...args] = serviceCommandLine(settings);
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Starts Hearth with the computer, before anyone signs in.</Description>
    <Documentation>${escapeXml(settingsText(settings))}</Documentation>
    <URI>${task}</URI>
  </RegistrationInfo>
  <Triggers>
    <BootTrigger>
      <Enabled>true</Enabled>
    </BootTrigger>
    <TimeTrigger>
      <Enabled>true</Enabled>
      <StartBoundary>2020-01-01T00:00:00</StartBoundary>
      <Repetition>
        <Interval>PT1M</Interval>
        <StopAtDurationEnd>false</StopAtDurationEnd>
      </Repetition>
    </TimeTrigger>
  </Triggers>
  <Principals>
    <Principal id="Owner">
      <UserId>${escapeXml(settings.user)}</UserId>
      <LogonType>S4U</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <AllowHardTerminate>true</AllowHardTerminate>
    <StartWhenAvailable>true</StartWhenAvailable>
    <AllowStartOnDemand>true</AllowStartOnDemand>
    <Enabled>true</Enabled>
    <Hidden>false</Hidden>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>5</Priority>
  </Settings>
  <Actions Context="Owner">
    <Exec>
      <Command>${escapeXml(program)}</Command>
      <Arguments>${escapeXml(args.map(windowsQuoted).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
}
