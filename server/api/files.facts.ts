/** Facts of operations in files.ts that deviate from the defaults (spec/facts.ts). */
import type { Examples, Facts } from '../spec/facts.ts';

export const examples: Examples = { urls: (scene, who) => [`/user_uploads/${scene.of(who).upload}`] };

export const facts: Facts = {};
