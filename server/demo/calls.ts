/** Questions to the lookup bot and its answers: what a server behind an outgoing webhook would have said. */
import { finishDelivery, recentDeliveries } from '../delivery/queue.ts';
import { sendMessage } from '../domain/messages/send.ts';
import type { PersonKey } from './cast.ts';
import type { Seeder } from './seeder.ts';
import type { ScenarioPlan } from './timeline.ts';

const calls: readonly { back: number; who: PersonKey; key: string; isAnswered: boolean }[] = [
  { back: 18, who: 'fatima', key: 'customer', isAnswered: true },
  { back: 13, who: 'lucia', key: 'version', isAnswered: true },
  { back: 8, who: 'fatima', key: 'tickets', isAnswered: true },
  { back: 3, who: 'lucia', key: 'hours', isAnswered: false },
];

export function planCalls({ seeder, timeline, calendar }: ScenarioPlan): void {
  const { texts } = seeder;
  const topic = texts.text('topics', 'lookup');
  for (const { back, who, key, isAnswered } of calls) {
    const question = `@**${texts.text('bots', 'lookup')}** ${texts.text('lookup', key)}`;
    const answer = isAnswered ? texts.text('lookup', `${key} answer`) : null;
    const atMs = calendar.at(back, 10 * 60 + 21);
    timeline.messages += answer === null ? 1 : 2;
    timeline.add(atMs, () => {
      sendMessage(seeder.as(who), { channel: seeder.channel('support'), topic, content: question });
    });
    timeline.add(atMs + 1000, () => conclude(seeder, topic, answer));
  }
}

/** Ends the call that the question caused: with an answer, or with the error of a server that is not there. */
function conclude(seeder: Seeder, topic: string, answer: string | null): void {
  const acting = seeder.system();
  const call = recentDeliveries(acting.db, 1).find(
    (delivery) => delivery.kind === 'webhook' && delivery.status === 'pending',
  );
  if (call === undefined) throw new Error('the question called nobody');
  const response = answer === null ? 'Internal Server Error' : JSON.stringify({ content: answer });
  finishDelivery(acting, call, {
    error: answer === null ? 'The server answered 500.' : null,
    status: answer === null ? 500 : 200,
    response,
  });
  if (answer !== null) sendMessage(seeder.as('lookup'), { channel: seeder.channel('support'), topic, content: answer });
}
