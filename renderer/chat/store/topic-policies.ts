/** `visibility_policy` of a topic (contract: update-user-topic). */
export const topicPolicies = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type TopicPolicy = (typeof topicPolicies)[keyof typeof topicPolicies];
