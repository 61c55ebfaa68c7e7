/** `demo`: the server with a sample organization in a folder of its own, for trainings. */
import { buildDemo } from '../demo/build.ts';
import { isDay, yesterday } from '../demo/calendar.ts';
import { apiKeyOf, cast, demoPassword, emailOf, organizationName } from '../demo/cast.ts';
import { lookAt, notADemo } from '../demo/folder.ts';
import { DemoImages } from '../demo/images.ts';
import { defaultScenario, isScenario, scenarioNames, type ScenarioName } from '../demo/scenario-names.ts';
import { demoLanguage, demoLanguages } from '../demo/texts.ts';
import { ownOrigin } from '../domain/acting.ts';
import { completeOptions } from '../options.ts';
import { startServer } from '../start.ts';
import { putBackIfStopped } from '../storage/database.ts';
import { english } from '../translation.ts';
import type { Command } from './command.ts';
import { cliLanguage, t } from './language.ts';
import { settleAfterStart } from './rest.ts';
import { defaultDataDir, serverFlags, startOptions } from './settings.ts';
import { keepShellInformed } from './shell.ts';
import { runUntilSignal } from './signals.ts';
import { table } from './table.ts';
import { UsageError } from './usage.ts';
import { sayWhere } from './where.ts';

export const demo: Command = {
  summary: () => t('run a server with a sample organization'),
  options: {
    ...serverFlags,
    'data-dir': {
      type: 'string',
      help: () =>
        t('folder of the demo (HEARTH_DATA_DIR; default: {{folder}})', { folder: defaultDataDir('Hearth Demo') }),
    },
    scenario: {
      type: 'string',
      help: () =>
        t('what it begins as: {{names}} (default: {{name}})', {
          names: scenarioNames.join(', '),
          name: defaultScenario,
        }),
    },
    language: {
      type: 'string',
      help: () =>
        t('language of the sample data: {{tags}} (default: that of the system)', { tags: demoLanguages().join(', ') }),
    },
    reset: { type: 'boolean', help: () => t('resets the sample organization; snapshots are kept') },
    date: {
      type: 'string',
      help: () => t('the last of its days, YYYY-MM-DD (default: yesterday, again at every reset)'),
    },
  },
  async run(flags, say) {
    const options = startOptions(flags, defaultDataDir('Hearth Demo'));
    const date = flags['date'];
    if (typeof date === 'string' && !isDay(date))
      throw new UsageError(`--date takes a day as YYYY-MM-DD, not '${date}'.`);
    const scenario = flags['scenario'];
    const names = scenarioNames.join(', ');
    if (typeof scenario === 'string' && !isScenario(scenario))
      throw new UsageError(`--scenario takes one of ${names}, not '${scenario}'.`);
    const language = flags['language'];
    const tags = demoLanguages().join(', ');
    const known = typeof language === 'string' ? demoLanguage(language) : undefined;
    if (typeof language === 'string' && known === undefined)
      throw new UsageError(`--language takes one of ${tags}, not '${language}'.`);
    const wanted = {
      language: known,
      date: typeof date === 'string' ? date : undefined,
      scenario: typeof scenario === 'string' ? scenario : undefined,
    };
    await prepare(options.dataDir, wanted, flags['reset'] === true, say);
    const server = await startServer({ ...options, isTraining: true });
    for (const line of signInLines(ownOrigin(server.services))) say(line);
    sayWhere(server, say);
    keepShellInformed(server);
    settleAfterStart();
    await runUntilSignal(server);
  },
};

interface Wanted {
  date: string | undefined;
  scenario: ScenarioName | undefined;
  language: string | undefined;
}

/** Builds the demo where there is none, or where it is to be put back. @throws StartRefusedError for a folder that is no demo. */
async function prepare(
  dataDir: string,
  { date, scenario, language: asked }: Wanted,
  isReset: boolean,
  say: (line: string) => void,
): Promise<void> {
  // A reset that was cut off may have taken the mark of the demo away.
  await putBackIfStopped(dataDir);
  const state = await lookAt(dataDir);
  if (state.kind === 'foreign') throw notADemo(dataDir);
  const kept = state.kind === 'demo' && state.mark.isFinished ? state.mark : undefined;
  if (kept !== undefined && !isReset) {
    if (date !== undefined && date !== kept.lastDay)
      throw new UsageError(`The demo in ${dataDir} ends on ${kept.lastDay}; --date needs --reset to change that.`);
    if (scenario !== undefined && scenario !== kept.scenario)
      throw new UsageError(`The demo in ${dataDir} is '${kept.scenario}'; --scenario needs --reset to change that.`);
    if (asked !== undefined && asked !== kept.language)
      throw new UsageError(`The demo in ${dataDir} is in '${kept.language}'; --language needs --reset to change that.`);
    return;
  }
  const dated = date ?? (kept?.isDated === true ? kept.lastDay : undefined);
  const lastDay = dated ?? yesterday(completeOptions({ dataDir }, {}).clock());
  const name = scenario ?? kept?.scenario ?? defaultScenario;
  const language = asked ?? kept?.language ?? demoLanguage(cliLanguage) ?? english;
  const images = new DemoImages(dataDir);
  const startedMs = performance.now();
  await images.forgetScenarios();
  await buildDemo(dataDir, lastDay, { scenario: name, language, isDated: dated !== undefined });
  await images.keepScenario(dataDir, { scenario: name, language, lastDay });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  say(
    t('Built the demo in {{dataDir}}: {{scenario}}, until {{lastDay}} ({{seconds}} s).', {
      dataDir,
      scenario: scenarioTitles[name](),
      lastDay,
      seconds,
    }),
  );
}

const scenarioTitles: Record<ScenarioName, () => string> = {
  'small-office': () => t('Small office'),
  empty: () => t('Empty'),
  'busy-week': () => t('Busy week'),
  'edge-cases': () => t('Edge cases'),
};

/** What a trainer needs at hand. */
function signInLines(url: string): string[] {
  const email = emailOf('amara');
  const key = apiKeyOf('amara');
  return [
    t('Demo organization {{organization}}; put it back under Labs, with --reset, or by one call (see the last line).', {
      organization: organizationName,
    }),
    ...table([
      [
        t('Owner'),
        t("{{name}}, {{email}}, password {{password}} (everyone's)", {
          name: cast.amara.name,
          email,
          password: demoPassword,
        }),
      ],
      [
        t('API key'),
        t('{{key}} (others: the first name in its place, as in {{example}})', { key, example: apiKeyOf('lucia') }),
      ],
      [t('Try'), `curl -u ${email}:${key} ${url}/api/v1/users/me`],
      [t('Reset'), `curl -u ${email}:${key} -X POST ${url}/api/v1/console/training/reset`],
    ]),
  ];
}
