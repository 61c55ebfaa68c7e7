/** Questions to the lookup bot and its answers: what a server behind an outgoing webhook would have said. */
import { finishDelivery, recentDeliveries } from '../delivery/queue.ts';
import { sendMessage } from '../domain/messages/send.ts';
import type { PersonKey } from './cast.ts';
import type { Seeder } from './seeder.ts';
import type { ScenarioPlan } from './timeline.ts';

const bot = '@**Lookup Bot**';

const calls: readonly { back: number; who: PersonKey; topic: string; question: string; answer: string | null }[] = [
  {
    back: 18,
    who: 'fatima',
    topic: 'Lookup',
    question: `${bot} who looks after Bakery Schmitt?`,
    answer: 'Bakery Schmitt: **Lucía**, customer since 2022, 11 people, plan *Small*.',
  },
  {
    back: 13,
    who: 'lucia',
    topic: 'Lookup',
    question: `${bot} version of the ferry office?`,
    answer: 'The ferry office runs **4.3.1**, last seen 4 minutes ago.',
  },
  {
    back: 8,
    who: 'fatima',
    topic: 'Lookup',
    question: `${bot} open tickets of the day clinic?`,
    answer:
      'The day clinic has two open tickets:\n* #2231 Reminder comes at three at night\n* #2258 Export opens with strange letters',
  },
  { back: 3, who: 'lucia', topic: 'Lookup', question: `${bot} hours of Marco?`, answer: null },
];

export function planCalls({ seeder, timeline, calendar }: ScenarioPlan): void {
  for (const { back, who, topic, question, answer } of calls) {
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
