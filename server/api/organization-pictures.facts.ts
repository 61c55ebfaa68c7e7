/** Facts of operations in organization-pictures.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, type Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'GET !/realm/icon.png': { refused: {}, audit: unaudited.visible },
  'GET !/realm/logo.png': { refused: {}, audit: unaudited.visible },
  'GET !/realm/night-logo.png': { refused: {}, audit: unaudited.visible },
  'POST /realm/icon': { audit: ['organization changed'] },
  'DELETE /realm/icon': { audit: ['organization changed'] },
  'POST /realm/logo': { audit: ['organization changed'] },
  'DELETE /realm/logo': { audit: ['organization changed'] },
};
