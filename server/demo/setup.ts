/** The first morning: the organization with its people, groups, fields, folders, channels, bots, links and emoji. */
import { createUser } from '../domain/accounts/lifecycle.ts';
import { createBot } from '../domain/bots/edit.ts';
import { editChannel } from '../domain/channels/edit.ts';
import { createFolder } from '../domain/channels/folders/edit.ts';
import { tellOfCreation } from '../domain/channels/notices.ts';
import { createRequestedChannel } from '../domain/channels/request.ts';
import type { ChannelRow } from '../domain/channels/rows.ts';
import { subscribeUsers } from '../domain/channels/subscriptions/subscribe.ts';
import { addEmoji } from '../domain/emoji/edit.ts';
import { createGroup } from '../domain/groups/edit.ts';
import { systemGroupId } from '../domain/groups/system-groups.shared.ts';
import { addLinkifier } from '../domain/linkifiers/edit.ts';
import { changeOrganization } from '../domain/organization/edit.ts';
import { addPlayground } from '../domain/playgrounds/edit.ts';
import { createField, setProfileData } from '../domain/profile-fields/edit.ts';
import { FieldType } from '../domain/profile-fields/types.ts';
import { BotType } from '../domain/users/rows.ts';
import { setStatus } from '../domain/users/status.ts';
import type { KeptEmoji } from '../uploads/pictures.ts';
import { apiKeyOf, cast, emailOf, groups, keys } from './cast.ts';
import { openOffice } from './empty.ts';
import { folders, places, type Place } from './places.ts';
import type { DemoRandom } from './random.ts';
import type { ScenarioContext } from './scenario.ts';
import type { Seeder } from './seeder.ts';

export interface EmojiFiles {
  name: string;
  files: KeptEmoji;
}

/** Makes everything that is there before the first conversation. */
export function setUp(seeder: Seeder, context: ScenarioContext, emoji: readonly EmojiFiles[]): void {
  createPeople(seeder, context);
  describeOrganization(seeder);
  createPlaces(seeder);
  for (const { key, members } of groups)
    createGroup(seeder.as('amara'), {
      ...seeder.texts.pair('groups', key),
      members: members.map((one) => seeder.id(one)),
      subgroups: [],
      settings: {},
    });
  createBots(seeder, context.random);
  describePeople(seeder);
  for (const { name, files } of emoji) addEmoji(seeder.as('yuki'), name, files);
}

function createPeople(seeder: Seeder, context: ScenarioContext): void {
  const { random, passwordHash } = context;
  for (const key of keys) {
    const { name, role, timezone } = cast[key];
    if (key === 'amara') openOffice(seeder, context);
    else {
      random.expectToken(apiKeyOf(key));
      seeder.enter(
        key,
        createUser(seeder.as('amara'), {
          email: emailOf(key),
          fullName: name,
          role,
          timezone,
          passwordHash,
          subscribeToDefaults: false,
          by: seeder.user('amara'),
        }),
      );
    }
  }
}

function describeOrganization(seeder: Seeder): void {
  const { texts } = seeder;
  changeOrganization(seeder.as('amara'), {
    settings: {
      description: texts.text('organization', 'description'),
      org_type: 10,
      welcome_message_custom_text: texts.written(texts.text('organization', 'welcome')),
      default_code_block_language: 'ts',
    },
    permissions: {},
  });
  const acting = seeder.as('jonas');
  addLinkifier(acting, '#(?P<ticket>[0-9]{4})', 'https://tickets.alder-wren.example/{ticket}');
  addLinkifier(acting, 'PLAN-(?P<card>[0-9]+)', 'https://board.alder-wren.example/cards/{card}');
  addLinkifier(acting, 'commit (?P<commit>[0-9a-f]{10})', 'https://code.alder-wren.example/daybook/commit/{commit}');
  addPlayground(acting, {
    name: texts.text('organization', 'playground'),
    pygments_language: 'TypeScript',
    url_template: 'https://play.alder-wren.example/?code={code}',
  });
}

function createPlaces(seeder: Seeder): void {
  const folderIds = new Map(
    folders.map((key) => {
      const { name, description } = seeder.texts.pair('folders', key);
      return [key, createFolder(seeder.as('amara'), name, description)];
    }),
  );
  for (const place of places) {
    const channel = placeFor(seeder, place, folderIds.get(place.folder) ?? 0);
    subscribeUsers(
      seeder.as('amara'),
      [channel],
      place.members.map((key) => seeder.id(key)),
    );
  }
}

/** Uses the two channels that every organization begins with, and makes the others. */
function placeFor(seeder: Seeder, place: Place, folderId: number): ChannelRow {
  const acting = seeder.as('amara');
  const { texts } = seeder;
  const { name, description: written } = texts.pair('channels', place.key);
  const description = texts.written(written);
  if (place.key === 'general' || place.key === 'random') {
    const given = seeder.channel(place.key === 'general' ? 'general' : 'sandbox');
    editChannel(acting, given, { new_name: name, description, folder_id: folderId, settings: {} });
    return seeder.channel(place.key);
  }
  const announcers = systemGroupId(acting.db, 'role:administrators');
  const channel = createRequestedChannel(acting, name, description, {
    invite_only: place.isPrivate === true,
    is_web_public: false,
    is_default_stream: place.isDefault === true,
    history_public_to_subscribers: true,
    folder_id: folderId,
    settings: place.isForAnnouncements === true ? { can_send_message_group: announcers } : {},
  });
  subscribeUsers(acting, [channel], [acting.user.id]);
  tellOfCreation(acting, channel, true);
  return channel;
}

function createBots(seeder: Seeder, random: DemoRandom): void {
  random.expectToken(apiKeyOf('build'));
  seeder.enter(
    'build',
    createBot(seeder.as('daniel'), {
      short_name: 'build',
      full_name: seeder.texts.text('bots', 'build'),
      bot_type: BotType.generic,
      default_sending_stream: seeder.texts.channel('engineering'),
    }),
  );
  random.expectToken(apiKeyOf('lookup'));
  const payloadUrl = 'http://127.0.0.1:7430/lookup';
  seeder.enter(
    'lookup',
    createBot(seeder.as('fatima'), {
      short_name: 'lookup',
      full_name: seeder.texts.text('bots', 'lookup'),
      bot_type: BotType.outgoingWebhook,
      payload_url: payloadUrl,
      interface_type: 1,
      triggers: ['mention'],
    }),
  );
  subscribeUsers(seeder.as('daniel'), [seeder.channel('engineering')], [seeder.id('build')]);
  subscribeUsers(seeder.as('fatima'), [seeder.channel('support')], [seeder.id('lookup')]);
}

function describePeople(seeder: Seeder): void {
  const admin = seeder.as('amara');
  const { texts } = seeder;
  const office = (key: string, order: string): { text: string; order: string } => ({
    text: texts.text('offices', key),
    order,
  });
  const field = (key: string, type: number, more: Partial<Parameters<typeof createField>[2]> = {}): number => {
    const { name, description: hint } = texts.pair('fields', key);
    return createField(admin, type, { name, ...(hint !== '' && { hint }), ...more });
  };
  const fields = {
    job: field('job', FieldType.shortText, { display_in_profile_summary: true }),
    pronouns: field('pronouns', FieldType.pronouns, { display_in_profile_summary: true }),
    office: field('office', FieldType.options, {
      field_data: { main: office('main', '1'), home: office('home', '2'), customer: office('customer', '3') },
    }),
    birthday: field('birthday', FieldType.date),
    about: field('about', FieldType.longText),
    manager: field('manager', FieldType.person, { editable_by_user: false }),
    page: field('page', FieldType.link),
  };
  for (const key of keys) {
    const { pronouns, office: place, birthday, manager, status } = cast[key];
    const page = `https://handbook.alder-wren.example/people/${key}`;
    const values = {
      job: texts.text('jobs', key),
      pronouns: texts.text('pronouns', pronouns),
      office: place,
      birthday,
      about: texts.text('about', key),
      page,
      manager: manager === undefined ? null : [seeder.id(manager)],
    };
    setProfileData(
      admin,
      seeder.user(key),
      Object.entries(values).map(([name, value]) => ({ id: fields[name as keyof typeof fields], value })),
    );
    if (status !== undefined)
      setStatus(seeder.system(), seeder.user(key), {
        emoji_name: status,
        status_text: texts.text('statuses', key),
      });
  }
}
