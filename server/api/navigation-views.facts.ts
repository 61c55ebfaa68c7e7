/** Facts of operations in navigation-views.ts that deviate from the defaults (spec/facts.ts). */
import type { Examples, Facts } from '../spec/facts.ts';

export const examples: Examples = { fragment: () => 'narrow/is/mentioned', is_pinned: () => false };

export const facts: Facts = {
  'PATCH /navigation_views/{*fragment}': {
    call: { params: (scene, who) => ({ fragment: scene.of(who).view, is_pinned: false }) },
  },
  'DELETE /navigation_views/{*fragment}': { call: { params: (scene, who) => ({ fragment: scene.of(who).view }) } },
};
