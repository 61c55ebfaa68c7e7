/** The edge cases: one afternoon in which everything is said that a client may not expect. */
import { recordUpload } from '../domain/attachments/edit.ts';
import { findAttachmentByPath } from '../domain/attachments/rows.ts';
import { subscribeUsers } from '../domain/channels/subscriptions/subscribe.ts';
import { createDrafts } from '../domain/drafts/edit.ts';
import { editMessage } from '../domain/messages/edit.ts';
import { markAllRead, markMessages } from '../domain/messages/flags/mark.ts';
import { addReaction } from '../domain/messages/reactions/react.ts';
import { sendMessage } from '../domain/messages/send.ts';
import { minuteMs } from '../durations.ts';
import { english } from '../translation.ts';
import { constructFiles, constructs } from './constructs.ts';
import {
  busiestChannel,
  deactivateLeavers,
  longestChannel,
  makeEdges,
  protectedChannel,
  rtlChannel,
  type Edges,
} from './edge-people.ts';
import { edgeTexts, plainest } from './edge-texts.ts';
import { openOffice } from './empty.ts';
import { keepFiles } from './files.ts';
import type { ScenarioContext } from './scenario.ts';
import { Seeder } from './seeder.ts';
import { readDemoTexts } from './texts.ts';

const manyReactions =
  '+1 heart tada joy eyes rocket thinking octopus check smile cry fire bee art bread train calendar ocean cat dog sun star clap wave pizza'.split(
    ' ',
  );
const topics = 300;

/** What is said, at one minute each. */
class Afternoon {
  readonly seeder: Seeder;
  readonly edges: Edges;

  constructor(seeder: Seeder, edges: Edges) {
    this.seeder = seeder;
    this.edges = edges;
  }

  /** @returns the message's id. */
  say(who: string, channel: string, topic: string, content: string): number {
    this.seeder.clock.nowMs += minuteMs;
    return sendMessage(this.edges.as(who), { channel: this.seeder.channel(channel), topic, content }).id;
  }

  tell(who: string, to: readonly string[], content: string): number {
    this.seeder.clock.nowMs += minuteMs;
    const toUserIds = to.map((key) => this.edges.as(key).user.id);
    return sendMessage(this.edges.as(who), { toUserIds, content }).id;
  }
}

/** Hard input is the same in every language: only the interface is in the one that was chosen. */
export async function runEdgeCases(chosen: ScenarioContext): Promise<void> {
  const context = { ...chosen, texts: await readDemoTexts(english) };
  const { services, clock, calendar, random, passwordHash, texts } = context;
  clock.nowMs = calendar.at(0, 8 * 60);
  const seeder = new Seeder(context, await keepFiles(services, constructFiles, texts));
  await seeder.run(() => {
    openOffice(seeder, context);
    const afternoon = new Afternoon(seeder, makeEdges(seeder, random, passwordHash));
    sayTexts(afternoon);
    sayConstructs(afternoon);
    sayInTopics(afternoon);
    tellPeople(afternoon);
    reactAndEdit(afternoon);
    hideHistory(afternoon);
    deactivateLeavers(afternoon.edges);
    afternoon.say('amara', 'general', 'End', 'The edges end here.');
  });
}

function sayTexts(afternoon: Afternoon): void {
  for (const [topic, content] of edgeTexts) afternoon.say('amara', 'general', topic, content);
  for (const key of ['longest', 'arabic', 'hebrew', 'emoji', 'combining', 'short', 'markup', 'left1', 'left2'])
    afternoon.say(key, 'general', 'Who says what', `I am @**${afternoon.edges.as(key).user.full_name}**.`);
  afternoon.say('longest', longestChannel, 'T'.repeat(60), 'The longest name, channel and topic together.');
  afternoon.say(
    'arabic',
    rtlChannel,
    'موضوع طويل من اليمين إلى اليسار',
    'مرحبا بكم في القناة. This part is English. نعود إلى العربية.',
  );
  afternoon.say('amara', 'no-topics', '', 'There are no topics here.');
}

function sayConstructs(afternoon: Afternoon): void {
  const amara = afternoon.edges.as('amara');
  const address = (name: string): string => {
    const file = afternoon.seeder.files.get(name);
    if (file === undefined) throw new Error(`no file ${name} was made`);
    const row = findAttachmentByPath(amara.db, file.pathId) ?? recordUpload(amara, file);
    return `/user_uploads/${row.path_id}`;
  };
  for (const content of constructs(address)) afternoon.say('amara', 'general', 'Every construct', content);
}

function sayInTopics(afternoon: Afternoon): void {
  afternoon.say('short', 'general', '', 'This message has the empty topic.');
  afternoon.say('chinese', 'general', '', '这个主题是空的。');
  for (const topic of [
    'Case',
    'case ',
    'ＣＡＳＥ',
    '✔ Case',
    '✔ ✔ Case',
    '(no topic)',
    'general chat',
    '…',
    '<b>bold</b>',
    '#channel',
  ])
    afternoon.say('twin1', 'general', topic, `The topic is exactly \`${topic}\`.`);
  for (let number = 1; number <= topics; number += 1)
    afternoon.say(
      `person${(number % 40) + 1}`,
      busiestChannel,
      `Topic ${String(number).padStart(3, '0')} ${'of many '.repeat(number % 6)}`.trim(),
      `First message of topic ${number}.`,
    );
}

function tellPeople(afternoon: Afternoon): void {
  const many = Array.from({ length: 14 }, (_, index) => `person${index + 1}`);
  afternoon.tell('amara', ['amara'], 'A note to myself.');
  afternoon.tell('amara', many, 'A group of fifteen.');
  afternoon.tell('twin1', ['twin2', 'amara'], 'There are two of us with one name.');
  afternoon.tell('left1', ['amara'], 'My account is gone, my message stays.');
  afternoon.tell('arabic', ['amara'], 'رسالة مباشرة');
  const type = 'private';
  createDrafts(afternoon.edges.as('amara'), [
    { type, to: [afternoon.edges.as('hebrew').user.id], topic: '', content: 'טיוטה', timestamp: undefined },
    { type: '', to: [], topic: '', content: 'A draft to nobody.', timestamp: undefined },
  ]);
}

function reactAndEdit(afternoon: Afternoon): void {
  const { edges, seeder } = afternoon;
  const kinds = afternoon.say('amara', 'general', 'Reactions', 'Twenty-five kinds of reactions.');
  for (const [index, name] of manyReactions.entries())
    addReaction(edges.as(`person${index + 1}`), seeder.message(kinds), { name });
  const crowd = afternoon.say('amara', 'general', 'Reactions', 'One reaction of forty people.');
  for (let number = 1; number <= 40; number += 1)
    addReaction(edges.as(`person${number}`), seeder.message(crowd), { name: 'tada' });
  const edited = afternoon.say('amara', 'general', 'Edits', 'Edit 0.');
  const notices = { toOldThread: false, toNewThread: false };
  for (let number = 1; number <= 20; number += 1)
    editMessage(edges.as('amara'), seeder.message(edited), { content: `Edit ${number}.`, mode: 'change_one', notices });
  const moved = afternoon.say('amara', 'general', 'Before the move', 'This message has seen four topics.');
  for (const topic of ['First move', 'Second move', ''])
    editMessage(edges.as('amara'), seeder.message(moved), { topic, mode: 'change_one', notices });
  markMessages(edges.as('amara'), 'add', 'starred', [kinds, crowd, edited, moved]);
  markAllRead(edges.as('twin1'));
}

/** Someone subscribes later, and must not see what was said before. */
function hideHistory(afternoon: Afternoon): void {
  const { edges, seeder } = afternoon;
  afternoon.say('amara', protectedChannel, 'Secrets', 'Said before Kim Lee came.');
  subscribeUsers(edges.as('amara'), [seeder.channel(protectedChannel)], [edges.as('twin2').user.id]);
  afternoon.say('amara', protectedChannel, 'Secrets', `Said after Kim Lee came. ${plainest}`);
}
