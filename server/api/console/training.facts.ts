/** Facts of operations in training.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, lifeless, type Examples, type Facts, type SharedFacts, demoOnly } from '../../spec/facts.ts';

export const examples: Examples = { fault_id: () => 1, kind: () => 'drop', snapshot_name: () => 'lesson' };

export const shared: SharedFacts = { audit: unaudited.demo, life: lifeless.replaced };

export const facts: Facts = {
  'POST /console/training/reset': demoOnly,
  'POST /console/training/snapshots': demoOnly,
  'DELETE /console/training/snapshots/{snapshot_name}': demoOnly,
  'GET /console/training/accounts': demoOnly,
  'POST /console/training/faults': demoOnly,
  'DELETE /console/training/faults': demoOnly,
  'DELETE /console/training/faults/{fault_id}': demoOnly,
};
