/**
 * Answers the calls of bridge.ts, for our own pages only. What comes in is checked before anything is done with it.
 */
import { ipcMain } from 'electron';
import { z } from 'zod';
import { channelOf, type Call, type CallArguments, type DesktopBridge } from './bridge.ts';
import { checkSender, type Trust } from './security.ts';

const choicesSchema = z
  .strictObject({
    openAtLogin: z.boolean(),
    closeToTray: z.boolean(),
    keepAwake: z.boolean(),
    updateFeed: z.string().max(2000),
    updateAtNight: z.boolean(),
  })
  .partial();

const choiceSchema = z.enum([
  'retry',
  'other_port',
  'choose_folder',
  'restore',
  'recover',
  'start_empty',
  'usual_folder',
  'open_logs',
  'quit',
]);

/** What each call may bring along. */
const argumentsOf: { [K in Call]?: z.ZodType<CallArguments[K]> } = {
  showUnread: z.tuple([z.int().min(0).max(1_000_000)]),
  changeChoices: z.tuple([choicesSchema]) as z.ZodType<CallArguments['changeChoices']>,
  choose: z.tuple([choiceSchema]),
  setService: z.tuple([z.boolean()]),
};

export type Answers = {
  [K in Call]: (...args: CallArguments[K]) => Awaited<ReturnType<DesktopBridge[K]>> | ReturnType<DesktopBridge[K]>;
};

export function setUpIpc(answers: Answers, trust: Trust): void {
  const answer = <K extends Call>(call: K): void =>
    ipcMain.handle(channelOf(call), (event, ...args: unknown[]) => {
      checkSender(event, call, trust);
      const schema = argumentsOf[call] ?? z.tuple([]);
      return answers[call](...(schema.parse(args) as CallArguments[K]));
    });
  for (const call of Object.keys(answers) as Call[]) answer(call);
}
