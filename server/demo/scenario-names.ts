/** The scenarios of a demo, by the names that requests and the command line use. */
export const scenarioNames = ['small-office', 'empty', 'busy-week', 'edge-cases'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export const defaultScenario: ScenarioName = 'small-office';

export const scenarioTexts: Record<ScenarioName, { title: string; description: string }> = {
  'small-office': {
    title: 'Small office',
    description: 'A dozen people, their channels and two thousand messages of sixty days: an office that works.',
  },
  empty: {
    title: 'Empty',
    description: 'An organization with its owner and nothing else: an empty start.',
  },
  'busy-week': {
    title: 'Busy week',
    description:
      'Fifty people and thousands of messages within one week: long lists, many unread messages, much at once.',
  },
  'edge-cases': {
    title: 'Edge cases',
    description:
      'The longest names, empty topics, other writing directions, huge messages, deactivated people: what clients trip over.',
  },
};

export function isScenario(name: string): name is ScenarioName {
  return (scenarioNames as readonly string[]).includes(name);
}
