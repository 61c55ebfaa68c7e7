/** Notifications while the chat is closed: turned on in this browser, and the browsers that get them. */
import { useMutation, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { fullMoment } from '../../client/formats.ts';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { ownSubscription, pushHere, pushSentence, removePush, turnOnPush } from '../notify/push-here.ts';
import { useClientState } from '../store/use-chat.ts';
import './phones.css';

const browsersQuery = queryOptions({
  queryKey: ['own-browsers'],
  queryFn: async ({ signal }) => (await request('GET', '/users/me/web_push', {}, signal)).subscriptions,
  staleTime: 0,
});
type Browser = Awaited<ReturnType<NonNullable<(typeof browsersQuery)['queryFn']>>>[number];

/** Milliseconds between two looks at what push services said, while the list is on the page. */
const lookEveryMs = 5000;

export function BrowserPush() {
  const { data: browsers = [], error } = useQuery({ ...browsersQuery, refetchInterval: lookEveryMs });
  const me = useClientState((state) => state.me);
  const isOn = browsers.some(({ subscription_id: id }) => id === ownSubscription(me));
  return (
    <>
      <p>
        {t(
          "This browser can show notifications while the chat is closed. They go through the push service of the browser's maker, encrypted: it cannot read them.",
        )}
      </p>
      {error !== null && <p role="alert">{error.message}</p>}
      {browsers.length > 0 && (
        <ul className="phones" aria-label={t('Browsers with notifications')}>
          {browsers.map((browser) => (
            <BrowserRow key={browser.subscription_id} browser={browser} />
          ))}
        </ul>
      )}
      {!isOn && <TurnOn me={me} />}
    </>
  );
}

function TurnOn({ me }: { me: number }) {
  const client = useQueryClient();
  const [state, setState] = useState(pushHere);
  const [showsText, setShowsText] = useState(true);
  const turnOn = useMutation({
    mutationFn: async () => turnOnPush(me, showsText),
    onSettled: async () => {
      setState(pushHere());
      await client.invalidateQueries(browsersQuery);
    },
  });
  const sentence = pushSentence(state);
  if (sentence !== undefined) return <p className="field-note">{sentence}</p>;
  return (
    <>
      <label className="check-row">
        <input
          type="checkbox"
          checked={showsText}
          onChange={({ currentTarget }) => setShowsText(currentTarget.checked)}
        />
        <span>{t('Show message text')}</span>
      </label>
      {turnOn.error !== null && <p role="alert">{turnOn.error.message}</p>}
      <div className="setting-buttons">
        <button type="button" className="button" disabled={turnOn.isPending} onClick={() => turnOn.mutate()}>
          {t('Turn on in this browser')}
        </button>
      </div>
    </>
  );
}

function BrowserRow({ browser }: { browser: Browser }) {
  const { subscription_id: id, name, last_sent_at: sentAt, last_error: problem } = browser;
  const client = useQueryClient();
  const me = useClientState((state) => state.me);
  const onSettled = async (): Promise<void> => client.invalidateQueries(browsersQuery);
  const test = useMutation({ mutationFn: async () => request('POST', `/users/me/web_push/${id}/test`), onSettled });
  const remove = useMutation({ mutationFn: async () => removePush(me, id), onSettled });
  const failure = test.error ?? remove.error;
  return (
    <li>
      <span>
        <strong>{name}</strong>
        {id === ownSubscription(me) && <span className="field-note">{t('This browser')}</span>}
        <span className="field-note">
          {sentAt === null
            ? t('Nothing sent yet')
            : t('Last notification: {{time}}', { time: fullMoment.format(sentAt * 1000) })}
        </span>
      </span>
      {problem !== null && <p role="alert">{t('Not sent: {{reason}}', { reason: problem })}</p>}
      <div className="setting-buttons">
        <button
          type="button"
          className="button"
          disabled={test.isPending}
          onClick={() => test.mutate()}
          aria-label={t('Send test to {{name}}', { name })}
        >
          {t('Send test')}
        </button>
        <button
          type="button"
          className="button quiet"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
          aria-label={t('Remove {{name}}', { name })}
        >
          {t('Remove')}
        </button>
      </div>
      {test.isSuccess && failure === null && (
        <output className="phone-result">
          {t('Test sent. It arrives within a minute if the browser is running.')}
        </output>
      )}
      {failure !== null && <p role="alert">{failure.message}</p>}
    </li>
  );
}
