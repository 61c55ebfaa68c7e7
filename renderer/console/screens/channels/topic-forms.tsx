/** Another name or place for a topic, and deleting one with all its messages. */
import { Progress, Select, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteTopic } from '../../../client/delete-topic.ts';
import { channelsQuery } from '../../../client/queries.ts';
import { request, type Channel } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { TextInput } from '../../components/limited-inputs.tsx';
import { useFormCall } from '../../form-call.ts';
import { topicName } from '../../messages/message-peek.tsx';
import { longestTopic, topicsQuery, type Topic } from './topic-list.ts';

interface TopicProps {
  channel: Channel;
  topic: Topic;
  onClose: () => void;
}

export function MoveTopic({ channel, topic, onClose }: TopicProps) {
  const session = useSession();
  const channels = useQuery(channelsQuery(session.is_admin));
  const form = useForm({
    initialValues: { name: topic.name, channel: String(channel.stream_id), tellOld: false, tellNew: true },
  });
  const isElsewhere = form.values.channel !== String(channel.stream_id);
  const move = useFormCall(
    form,
    (values) =>
      request('PATCH', `/messages/${topic.max_id}`, {
        topic: values.name === topic.name ? undefined : values.name,
        stream_id: isElsewhere ? Number(values.channel) : undefined,
        propagate_mode: 'change_all',
        send_notification_to_old_thread: values.tellOld,
        send_notification_to_new_thread: values.tellNew,
      }),
    {
      renamed: { stream_id: 'channel', topic: 'name' },
      done: ({ name }) => ({
        title: t('Moved'),
        message: t('All messages were moved to {{topicName}}.', { topicName: topicName(name) }),
      }),
      onDone: onClose,
    },
  );
  const isSame = !isElsewhere && form.values.name === topic.name;
  return (
    <FormModal
      title={t('Rename or move {{topicName}}', { topicName: topicName(topic.name) })}
      submitLabel={isElsewhere ? t('Move') : t('Rename')}
      {...move.props}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => (isSame ? onClose() : move.mutate(values)))}
    >
      <TextInput
        label={t('Topic')}
        description={t('If a topic with this name exists, the topics are merged.')}
        maxLength={longestTopic}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label={t('Channel')}
        description={
          isElsewhere
            ? t("People who can't access the current channel don't see the edit history from before the move.")
            : undefined
        }
        allowDeselect={false}
        searchable
        data={(channels.data ?? [])
          .filter((one) => !one.is_archived)
          .map((one) => ({ value: String(one.stream_id), label: `#${one.name}` }))}
        {...form.getInputProps('channel')}
      />
      <Switch label={t('Notify the new topic')} {...form.getInputProps('tellNew', { type: 'checkbox' })} />
      <Switch label={t('Notify the old topic')} {...form.getInputProps('tellOld', { type: 'checkbox' })} />
      <Text size="sm" c="dimmed">
        {t('All {{count}} messages are moved.', {
          count: topic.message_count,
          defaultValue_one: '1 message is moved.',
        })}
      </Text>
    </FormModal>
  );
}

export function DeleteTopic({ channel, topic, onClose }: TopicProps) {
  const client = useQueryClient();
  const [left, setLeft] = useState(topic.message_count);
  const remove = useMutation({
    mutationFn: () =>
      deleteTopic(channel.stream_id, topic.name, {
        async onPart() {
          const { topics } = await client.fetchQuery({ ...topicsQuery(channel.stream_id), staleTime: 0 });
          setLeft(topics.find(({ name }) => name.toLowerCase() === topic.name.toLowerCase())?.message_count ?? 0);
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['topics'] });
      notifications.show({
        color: 'green',
        title: t('Deleted'),
        message: t('Deleted {{topicName}} and its messages.', { topicName: topicName(topic.name) }),
      });
      onClose();
    },
  });
  return (
    <ConfirmModal
      title={t('Delete {{topicName}}?', { topicName: topicName(topic.name) })}
      confirmLabel={t('Delete permanently')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t("Deletes its {{count}} messages for everyone, and files that no other message uses. This can't be undone.", {
        count: topic.message_count,
        defaultValue_one: t(
          "Deletes its only message for everyone, and files that no other message uses. This can't be undone.",
        ),
      })}
      {remove.isPending && topic.message_count > 0 && (
        <Progress
          mt="md"
          value={(1 - left / topic.message_count) * 100}
          animated
          aria-label={t('{{left}} messages left to delete', { left })}
        />
      )}
    </ConfirmModal>
  );
}
