/** How the chat looks, reads and sends. */
import { t } from '../../client/text.ts';
import { keepsDrawn, newsFirst, opensAtNewest } from '../kit/stored-switch.ts';
import { StoredSettingSwitch, SettingChoice, SettingGroup, SettingSwitch } from './setting-controls.tsx';
import { timeZones } from './time-zones.ts';

export function PreferencesPage() {
  return (
    <>
      <LookGroup />
      <SettingGroup title={t('Reading')}>
        <SettingChoice
          name="web_home_view"
          label={t('First view')}
          choices={[
            { value: 'inbox', label: t('Inbox') },
            { value: 'recent_topics', label: t('Recent') },
            { value: 'all_messages', label: t('Everything') },
          ]}
        />
        <SettingChoice
          name="web_mark_read_on_scroll_policy"
          label={t('Messages become read when they are seen')}
          choices={[
            { value: 1, label: t('In every view') },
            { value: 2, label: t('Only in topics and direct messages') },
            { value: 3, label: t('Never by themselves') },
          ]}
        />
        <SettingSwitch name="receives_typing_notifications" label={t('Show who is writing')} />
        <SettingSwitch
          name="web_escape_navigates_to_home_view"
          label={t('Esc leads to the first view')}
          note={t('When nothing is left to close.')}
        />
        <StoredSettingSwitch
          stored={opensAtNewest}
          label={t('Open at the newest message')}
          note={t('Otherwise at the first that you have not read. For this browser.')}
        />
        <StoredSettingSwitch
          stored={newsFirst}
          label={t('Channels with news first')}
          note={t('The newest before all; otherwise by name. For this browser.')}
        />
        <StoredSettingSwitch
          stored={keepsDrawn}
          label={t('Keep 250 messages on the page')}
          note={t(
            'For screen readers, and to find words with the browser. Scrolling may be less smooth. For this browser.',
          )}
        />
      </SettingGroup>
      <TopicsGroup />
      <SettingGroup title={t('Writing')}>
        <SettingSwitch
          name="enter_sends"
          label={t('Enter sends')}
          note={t('Otherwise Ctrl and Enter send, and Enter begins a new line.')}
        />
        <SettingSwitch name="translate_emoticons" label={t('Emoticons such as :) become emoji')} />
        <SettingSwitch name="enable_drafts_synchronization" label={t('Drafts on all your devices')} />
      </SettingGroup>
      <OthersGroup />
    </>
  );
}

function OthersGroup() {
  return (
    <SettingGroup title={t('What others see')}>
      <SettingSwitch name="presence_enabled" label={t('Whether you are here')} />
      <SettingSwitch name="send_private_typing_notifications" label={t('That you type a direct message')} />
      <SettingSwitch name="send_stream_typing_notifications" label={t('That you type in a channel')} />
      <SettingSwitch name="send_read_receipts" label={t('That you have read a message')} />
      <SettingChoice
        name="email_address_visibility"
        label={t('Who sees your email address')}
        choices={[
          { value: 1, label: t('Everybody') },
          { value: 2, label: t('Members, not guests') },
          { value: 5, label: t('Moderators and administrators') },
          { value: 3, label: t('Administrators') },
          { value: 4, label: t('Nobody') },
        ]}
      />
      <SettingChoice
        name="timezone"
        label={t('Your time zone')}
        note={t('Your card tells others what time it is where you are.')}
        choices={[
          { value: '', label: t('Not told') },
          ...timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
      />
    </SettingGroup>
  );
}

/** What is followed, heard of again, and read by itself. */
function TopicsGroup() {
  const whichTopics = [
    { value: 1, label: t('That I take part in') },
    { value: 2, label: t('That I write in') },
    { value: 3, label: t('That I start') },
    { value: 4, label: t('None') },
  ];
  return (
    <SettingGroup title={t('Topics')}>
      <SettingChoice
        name="automatically_follow_topics_policy"
        label={t('Topics that I follow by themselves')}
        choices={whichTopics}
      />
      <SettingSwitch
        name="automatically_follow_topics_where_mentioned"
        label={t('Follow topics in which I am mentioned')}
      />
      <SettingChoice
        name="automatically_unmute_topics_in_muted_streams_policy"
        label={t('Topics that I hear of in channels that I muted')}
        choices={whichTopics}
      />
      <SettingChoice
        name="resolved_topic_notice_auto_read_policy"
        label={t('Notices that a topic is resolved are read by themselves')}
        choices={[
          { value: 'always', label: t('Always') },
          { value: 'except_followed', label: t('Except in topics I follow') },
          { value: 'never', label: t('Never') },
        ]}
      />
    </SettingGroup>
  );
}

const textSizes = [14, 16, 18, 20];

function LookGroup() {
  return (
    <SettingGroup title={t('Look')}>
      <SettingChoice
        name="color_scheme"
        label={t('Theme')}
        choices={[
          { value: 1, label: t('As the device') },
          { value: 3, label: t('Light') },
          { value: 2, label: t('Dark') },
        ]}
      />
      <SettingChoice
        name="web_font_size_px"
        label={t('Text size')}
        choices={textSizes.map((size) => ({
          value: size,
          label: size === 16 ? t('{{size}} pixels, as usual', { size }) : t('{{size}} pixels', { size }),
        }))}
      />
      <SettingSwitch
        name="high_contrast_mode"
        label={t('High contrast')}
        note={t('Flat grounds, dark lines, stronger text.')}
      />
      <SettingSwitch
        name="fluid_layout_width"
        label={t('Wide messages')}
        note={t('Messages use the whole width of the window.')}
      />
      <SettingChoice
        name="emojiset"
        label={t('Emoji')}
        choices={[
          { value: 'google', label: t('As pictures') },
          { value: 'text', label: t('As text, such as :smile:') },
        ]}
      />
      <SettingChoice
        name="web_animate_image_previews"
        label={t('Play animated pictures in messages')}
        choices={[
          { value: 'always', label: t('Always') },
          { value: 'on_hover', label: t('While one points at them') },
          { value: 'never', label: t('Never') },
        ]}
      />
      <SettingChoice
        name="twenty_four_hour_time"
        label={t('Times')}
        choices={[
          { value: 'null', label: t('As is usual in your language') },
          { value: 'true', label: '17:00' },
          { value: 'false', label: '5:00 PM' },
        ]}
      />
    </SettingGroup>
  );
}
